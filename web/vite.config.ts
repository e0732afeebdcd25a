import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inspectedMachines } from './build/inspected-machines.ts'
import { modulePaths } from './build/module-paths.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * Modules that many pages share, so that a page loads some twenty files rather than fifty. Pages
 * before the login load `framework` and `common` only. Every page loads a whole group for one of its
 * modules: a module belongs here if the pages that import it need most of its group.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
  },
  // Only forms, and lists that grow page by page.
  {
    name: 'mutations',
    test: /node_modules\/@tanstack\/.*\/(useMutation|mutationObserver|\w*[iI]nfiniteQuery(Observer|Options)?)\.js$/,
  },
  { name: 'queries', test: /node_modules\/@tanstack\/|web\/lib\/api\/(query-client|prefetch)/ },
  {
    name: 'account',
    test: /node_modules\/(@?xstate|use-(sync-external-store|isomorphic-layout-effect)|zod\/v4\/(core|mini))\/|machines\/(auth|actors)|contract\/(typed-name|identity\/users)\.ts|web\/features\/auth\/(login\/origin|session\/(actors|auth-context|identity|session-\w+|watch-session))\.tsx?$|web\/lib\/api\/(request|session-renewal)/,
  },
  // Of the home page and the page of the doctors.
  {
    name: 'team',
    test: /web\/features\/doctors\/(doctor-photo|doctors-content)|illustrations\/(doctor-|empty-team)/,
  },
  {
    name: 'common',
    test: /node_modules\/lucide-react\/|web\/components\/(?!forms\/(fields|form-alert)|dialog)|web\/lib\/(clinic|use-session|api\/api-error)|contract\/schedule\/clinic-details/,
    minShareCount: 12,
  },
  {
    name: 'dates',
    test: /contract\/dates\.ts|node_modules\/date-fns\/addMinutes\./,
    includeDependenciesRecursively: true,
  },
  // Of the booking and the pages with appointments.
  {
    name: 'records',
    test: /contract\/(clinic-time|count|money|families\/(ages|children|guardians)|booking\/(appointments|deadlines|outcome|slots)|payments\/(payments|refund-\w+))\.ts|node_modules\/@date-fns\/tz\/|web\/(lib\/api\/refusal|features\/booking\/appointment\/appointments-api)\.tsx?/,
  },
  // The clinic's settings need the terms, and not the other way around.
  {
    name: 'settings',
    test: /contract\/config\.ts|web\/(components\/deadlines|lib\/(clinic-clock|api\/config))\.tsx?/,
  },
  {
    name: 'dashboard',
    test: /lucide-react\/.*\/icons\/(credit-card|receipt-text)\.|contract\/notifications\/email-settings\.ts|web\/components\/table\.tsx|web\/features\/(emails\/(email-settings-api|send-confirmation)|profile\/account)\./,
  },
]

const isStylesheet = (file: string) => file.endsWith('.css')

export default defineConfig(({ command, isSsrBuild }) => ({
  root,
  plugins: [react(), tailwindcss(), modulePaths(root), inspectedMachines(root)],
  // React on the server reads it, too, and is three times slower in development mode.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  // The server's bundle brings its packages along: the container holds none of the pages'.
  ssr: { noExternal: command === 'build' || undefined },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // A data: URI cannot be cached, and would put images into the scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every supported browser knows modulepreload.
      polyfill: false,
      // The route table would list every file of the site, which is 1.4 kB that each page loads.
      resolveDependencies: (_file, dependencies, { hostId }) =>
        hostId.includes('index-') ? dependencies : dependencies.filter(isStylesheet),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : { codeSplitting: { groups, includeDependenciesRecursively: false } },
    },
  },
}))
