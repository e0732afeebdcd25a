import { loadEnv } from '../server/load-env.ts'
import { preflight } from '../server/preflight.ts'
import { describeStartFailure } from '../server/start-error.ts'

// `npm start`: builds what is stale, then becomes the server, in the same process, so that a
// signal to it is a signal to the server.

try {
  // Whatever is wrong with the settings is told before the build, which takes its time.
  await preflight(loadEnv())
  await build()
} catch (error) {
  console.error(describeStartFailure(error))
  process.exit(1)
}
await import('../server/index.ts')

async function build(): Promise<void> {
  const [{ buildIfStale }, { buildSandboxIfStale }] = await Promise.all([
    import('./build.ts'),
    import('./build-sandbox.ts'),
  ])
  const started = performance.now()
  const built = await Promise.all([buildIfStale(), buildSandboxIfStale()])
  if (built.includes(true)) {
    console.log(`Built the site in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  }
}
