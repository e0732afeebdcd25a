import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

// Loaded before anything else (`node --import`) by what starts the server or a worker from their
// sources again and again, as `npm run dev` and the tests that kill them do: they start in half the
// time then. It is plain JavaScript: once the rest is compiled, nothing needs Node's reader of
// TypeScript any more.

/**
 * Packages with manifests of 180 kB. For each import of one of their files Node 24 parses the
 * whole list of exports again, only to learn that the package holds ES modules.
 */
export const PACKAGES = ['date-fns', 'drizzle-orm']
const ANY = PACKAGES.join('|')
const NAME = new RegExp(`^(${ANY})(/|$)`)
const FILE = new RegExp(`/node_modules/(${ANY})/`)

// The next start finds everything compiled. Where the folder cannot be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'))

/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const found = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    if (!conditions.includes('import')) return next(specifier, context)
    if (FILE.test(parentURL) && specifier.startsWith('.') && specifier.endsWith('.js')) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    if (!NAME.test(specifier) || parentURL.includes('/node_modules/')) {
      return next(specifier, context)
    }
    const file = found.get(specifier) ?? next(specifier, context)
    found.set(specifier, file)
    return { ...file, shortCircuit: true }
  },
})
