import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInspectorServer } from '@statelyai/inspect/server'
import { loadEnv } from '#domain/config/load-env.ts'
import { preflight } from '#server/startup/preflight.ts'
import { inPseudoLanguage } from '#web/build/in-language.ts'
import { PSEUDO_LANGUAGES } from '#web/build/pseudo-words.ts'
import { readArguments, refuseArguments } from './arguments.ts'
import { buildIfStale } from './build/build-all.ts'
import { SANDBOX } from './build/build-outputs.ts'
import { runCommand } from './command.ts'
import { createDevServer } from './dev-server.ts'
import { QUICK_START } from './quick-start.ts'

// `npm run dev`: Vite serves the pages with hot reload and forwards API calls to a server that
// restarts when one of its files changes.

const USAGE = `Usage:
  npm run dev [-- --inspect]        the site with hot reload; shows the machines of all pages at /flows
  npm run dev -- --pseudo en-XA     with longer words that have accents; those without are not in words/
  npm run dev -- --pseudo ar-XB     with words that run from right to left`

const VITE_PORT = 5173
/**
 * The port of the WebSocket between pages or walks and /flows, which the inspector's own tools
 * expect.
 */
const RELAY_PORT = 8080
const PROJECT = join(import.meta.dirname, '..')

const { values } = readArguments(USAGE, {
  options: { inspect: { type: 'boolean' }, pseudo: { type: 'string' } },
})
const pseudo = PSEUDO_LANGUAGES.find((language) => language === values.pseudo)
if (values.pseudo !== undefined && !pseudo) refuseArguments(USAGE)

await runCommand(async () => {
  const env = loadEnv()
  await preflight(env)
  await buildIfStale(SANDBOX)

  const server = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(PROJECT, 'server', 'main.ts'), '--api-only'],
    {
      stdio: 'inherit',
      env: { ...process.env, ...QUICK_START },
    },
  )
  const site = `http://localhost:${VITE_PORT}`
  const relay = values.inspect ? `ws://localhost:${RELAY_PORT}` : undefined
  if (relay) createInspectorServer({ port: RELAY_PORT, url: `${site}/flows`, autoOpen: false })
  const api = `http://localhost:${env.port}`
  const vite = await createDevServer({
    ...{ env, api, port: VITE_PORT, relay },
    config: pseudo ? { plugins: [inPseudoLanguage(pseudo)] } : {},
  })
  // Vite exits on some signals without asking; the server must stop in any case.
  process.on('exit', () => server.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit())
  await vite.listen()
  vite.printUrls()
  console.log(
    `  Flows: ${site}/?inspect opens Stately's inspector, ${site}/?inspect=flows our own page`,
  )
  if (relay) console.log(`         ${site}/flows shows the machines of all pages, by ${relay}`)
})
