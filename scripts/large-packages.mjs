import { registerHooks } from 'node:module'

// For programs that run from their sources: Node reads a package.json again for each file of its package, and
// these packages' files have 200 kB. This halves the time to load the server.

/** Their files are ES modules, and import each other by relative paths. */
const PACKAGES = ['drizzle-orm', 'date-fns']

const isWithin = (url = '') => PACKAGES.some((name) => url.includes(`/node_modules/${name}/`))
const isEntry = (specifier) =>
  PACKAGES.some((name) => specifier === name || specifier.startsWith(`${name}/`))

const entries = new Map()

registerHooks({
  resolve(specifier, context, resolveNext) {
    if (!context.conditions.includes('import')) return resolveNext(specifier, context)
    if (specifier.startsWith('.') && isWithin(context.parentURL)) {
      const { href } = new URL(specifier, context.parentURL)
      return { url: href, format: 'module', shortCircuit: true }
    }
    if (!isEntry(specifier)) return resolveNext(specifier, context)
    const entry = entries.get(specifier) ?? resolveNext(specifier, context)
    entries.set(specifier, entry)
    return { ...entry, shortCircuit: true }
  },
})
