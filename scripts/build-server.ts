import { dirname, join, relative } from 'node:path'
import MagicString from 'magic-string'
import { build, type Plugin } from 'vite'
import { replace, SERVER } from './build-outputs.ts'

// The server and the worker, each with its packages in a few files: to look for a thousand modules
// took Node three quarters of every start.

const PROJECT = join(import.meta.dirname, '..')

/** Stay packages: they bring machine code or files of their own, or are needed on some days only. */
const PACKAGES = [
  '@fastify/swagger-ui',
  'better-sqlite3',
  'cloudinary',
  'firebase-admin',
  'sharp',
  'vite',
]

/** Begins the names of what a site without stand-ins does not load. */
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
      // The Node that the project pins.
      target: 'esnext',
      sourcemap: true,
      copyPublicDir: false,
      rolldownOptions: {
        input: { index: 'server/main.ts', worker: 'workers/main.ts' },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: ({ facadeModuleId }) =>
            facadeModuleId?.startsWith(join(PROJECT, 'sandbox'))
              ? `${STAND_IN}[name].js`
              : '[name].js',
        },
      },
    },
  })
})

/** What our modules find beside themselves (migrations, templates) stays beside the sources. */
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
