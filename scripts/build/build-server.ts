import { dirname, join, relative } from 'node:path'
import MagicString from 'magic-string'
import { build, type Plugin } from 'vite'
import { replace, SERVER } from './build-outputs.ts'

// Bundles the server and the worker with their packages, because loading a thousand modules would take three
// quarters of every start.

const PROJECT = join(import.meta.dirname, '..', '..')

/** Not bundled: they have native code or their own files, or are rarely needed. */
const PACKAGES = [
  '@fastify/swagger-ui',
  'better-sqlite3',
  'cloudinary',
  'firebase-admin',
  'fontkit',
  'pdfkit',
  'sharp',
  'vite',
]

/** Prefix of the chunks that a site without stand-ins does not load. */
const STAND_IN = 'stand-in-'

await replace(SERVER, async (folder) => {
  await build({
    configFile: false,
    root: PROJECT,
    logLevel: 'warn',
    plugins: [besideTheSources(folder)],
    ssr: { noExternal: true, external: PACKAGES },
    build: {
      ssr: true,
      outDir: folder,
      // The project's pinned Node version.
      target: 'esnext',
      sourcemap: true,
      copyPublicDir: false,
      rolldownOptions: {
        input: { index: 'server/main.ts', worker: 'workers/main.ts' },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: ({ facadeModuleId, moduleIds }) =>
            [facadeModuleId, ...moduleIds].some((id) => id?.startsWith(join(PROJECT, 'sandbox')))
              ? `${STAND_IN}[name].js`
              : '[name].js',
        },
      },
    },
  })
})

/** Keeps paths relative to our modules (migrations, templates) pointing at the sources. */
function besideTheSources(outDir: string): Plugin {
  return {
    name: 'beside-the-sources',
    enforce: 'pre',
    transform: {
      filter: { id: /^(?!.*node_modules).*\.ts$/, code: /import\.meta\.(dirname|url)/ },
      handler(code, file) {
        const [there, itself] = [relative(outDir, dirname(file)), relative(outDir, file)]
        const text = new MagicString(code)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${there}')`)
          .replaceAll('import.meta.url', `new URL('${itself}', import.meta.url).href`)
        return { code: text.toString(), map: text.generateMap({ hires: true }) }
      },
    },
  }
}
