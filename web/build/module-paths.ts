import { relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * For the server's build: adds the module's path, its key in the manifest of the browser's build, beside each
 * `load: () => import('…')` of the route table. The server can then link the scripts and stylesheets that a
 * page needs.
 */
export function modulePaths(root: string): Plugin {
  return {
    name: 'module-paths',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: /\/web\/app\/\w+\.tsx?$/, code: /\bload: \(\) => import\(/ },
      async handler(code, importer) {
        let named = code
        for (const [entry, source] of code.matchAll(/\bload: \(\) => import\('([^']+)'\)/g)) {
          const module = source && (await this.resolve(source, importer))
          if (!module) this.error(`${source} cannot be resolved`)
          const path = JSON.stringify(relative(root, module.id))
          named = named.replace(entry, () => `${entry}, module: ${path}`)
        }
        return { code: named, map: null }
      },
    },
  }
}
