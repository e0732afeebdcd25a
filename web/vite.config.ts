import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { handbook } from './build/handbook.ts'
import { inspectedMachines } from './build/inspected-machines.ts'
import { modulePaths } from './build/module-paths.ts'
import { withoutDescriptions } from './build/without-descriptions.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * Groups of modules that many pages share, so that a page loads some twenty files instead of fifty.
 * Pages before the login load `framework` and `common` only. A page that needs one module of a
 * group loads the whole group, so a module belongs to a group if most pages that import it need
 * most of the group.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
  },
  // Only for forms, and for lists that grow page by page.
  {
    name: 'mutations',
    test: /node_modules\/@tanstack\/.*\/(useMutation|mutationObserver|\w*[iI]nfiniteQuery(Observer|Options)?)\.js$/,
  },
  // Includes the times of slots, which public pages with queries also need.
  {
    name: 'queries',
    test: /node_modules\/@tanstack\/|web\/lib\/api\/(query-client|prefetch)|contract\/formats\/slot-times/,
  },
  {
    name: 'account',
    test: /node_modules\/(@?xstate|use-(sync-external-store|isomorphic-layout-effect)|zod\/v4\/(core|mini))\/|machines\/(auth|actors)|contract\/(call|change-counts|ids|names\/(clean-name|name-rules\.browser)|paging|phone|seen-version|text|typed-name|wire-date|identity\/(email-address|users|users-calls|sessions-calls))\.ts|web\/family\/auth\/session\/(actors|session-end|session-screens|watch-session)\.tsx?$|words\/(\w+\/messages\/fields|read-address)\.ts|web\/both\/(sign-in\/origin|session\/(auth-context|identity|has-lock|session-\w+))\.ts$|web\/lib\/api\/(refusal|request|send|session-renewal)/,
  },
  // For the home page and others.
  {
    name: 'team',
    test: /web\/(components\/brand\/(clinic-contact|hill|section-heading)|both\/doctors\/(doctor-photo|doctors-content)|family\/reviews\/(reviews-content|testimonials))|contract\/site\/(team|testimonial)-words|illustrations\/(doctor-|empty-team|parent-)|lucide-react\/dist\/esm\/icons\/(arrow-right|clock)\./,
  },
  // For the home page and the booking.
  {
    name: 'treatments',
    test: /web\/both\/booking\/treatments-content|contract\/site\/treatment-words|words\/\w+\/site\/defaults\/treatments|illustrations\/treatment-/,
  },
  // For public pages with queries.
  {
    name: 'next-times',
    test: /web\/both\/times\/(describe-time|next-times-query)|web\/family\/home\/(home-times|next-free-times)/,
  },
  // For frames, images and loading failures, which most pages have.
  {
    name: 'marks',
    test: /web\/(components\/(avatar|brand\/(illustration|sprout-mark)|states\/loading)\.tsx|illustrations\/avatar\.svg|lib\/(other-languages|own-words)\.)|contract\/site\/words-in-parts/,
  },
  {
    name: 'common',
    test: /node_modules\/lucide-react\/|web\/components\/(?!forms\/(fields|form-alert|radio-chips)|deadlines|dialog|focus-in-view|fold|people\/|brand\/sprout-mark)|web\/lib\/(clinic\.|own-path|use-session|api\/api-error)|contract\/(clinic\/clinic-details|legal\/legal-titles)|words\/(\w+\/(clock|frame|units|site\/(legal|pages))|fill|plural)/,
    minShareCount: 12,
  },
  // For free times, the booking and prices.
  {
    name: 'ages',
    test: /contract\/(guardians\/describe-ages|money)|words\/\w+\/families\/ages/,
  },
  {
    name: 'dates',
    test: /contract\/(dates|names|formats\/formats)\.ts|words\/\w+\/language|web\/both\/times\/slot-pattern\.ts/,
    includeDependenciesRecursively: true,
  },
  // For most forms.
  {
    name: 'forms',
    test: /web\/components\/forms\/(fields|form-alert)\.tsx$/,
  },
  // For the booking and the pages with appointments.
  {
    name: 'records',
    test: /contract\/(wanted-time|count|reoffer|guardians\/(ages|children)|booking\/(appointments|series-length|slots)|payments\/(payment-card|refund-bands))\.ts|words\/\w+\/(families\/ages|booking\/booked)\.ts|web\/(components\/(focus-in-view|fold)|both\/appointments\/(booked-family|address-parameters))|node_modules\/@date-fns\/tz\/tzOffset\//,
  },
  {
    name: 'settings',
    test: /(contract\/config|web\/lib\/api)\/config\.ts/,
  },
  // Deadlines and refunds of appointments, which the booking needs in its dialog. Without the English words that
  // staff read in every language, which few pages need.
  {
    name: 'terms',
    test: /contract\/(clinic-time|booking\/(deadlines|outcome)|payments\/refund-terms)\.ts|words\/\w+\/(payments\/refunds|booking\/(deadlines|outcomes))|web\/(components\/deadlines|lib\/clinic-clock)\.tsx?/,
    minShareCount: 6,
  },
  {
    name: 'free-times',
    test: /date-fns\/(addMonths|toDate|constructFrom)\.js|lucide-react\/.*\/icons\/calendar-clock\.|contract\/(treatments\/treatments(-calls)?|clinic\/clinic)\.ts|web\/both\/times\/(asked-ticket|availability|bookable-days|calendar-query|day-api)\.ts/,
  },
  // For every page of the workspace: values stored on this computer.
  {
    name: 'computer',
    test: /web\/(lib\/stored-value|both\/session\/screen-lock|desk\/appointments\/this-till)\.ts$/,
  },
  // Icons of places of both families and staff.
  {
    name: 'places',
    test: /lucide-react\/dist\/esm\/icons\/(hourglass|stethoscope|users)\./,
  },
  // The booking of families and staff.
  {
    name: 'booking',
    test: /machines\/(((siblings|series)-)?booking\/|choices\.)/,
  },
  // Appointments on the pages of families.
  {
    name: 'visits',
    test: /contract\/(booking\/(appointment-status|appointments-calls)|guardians\/(children-calls|face|guardians))\.ts|web\/components\/(people\/face|status-chip)\.tsx|web\/both\/(appointments\/(appointments-api|moment|place-in-series)|children\/children-api)\.|words\/\w+\/(visits\/(appointments|who-sentences)|payments\/appointment)/,
  },
  // Without the words of another language, in which a receipt may be.
  {
    name: 'receipts',
    test: /contract\/payments\/((cards|receipts)(-calls)?|payments)\.ts|words\/\w+\/payments\/(cards|receipt)|web\/both\/receipts\/receipt(-links|s-api)\./,
    minShareCount: 2,
  },
  {
    name: 'dashboard',
    test: /lucide-react\/.*\/icons\/(concierge-bell|credit-card|hourglass|mail-exclamation-point|receipt-text|user-plus|users)\.|contract\/notifications\/email-settings(-calls)?\.ts|web\/components\/table\.tsx|web\/both\/(emails\/(email-banner|email-settings-api|send-confirmation)|session\/(account|missing-links|places))\.|words\/\w+\/visits\/(dashboard|emails)/,
  },
]

const isStylesheet = (file: string) => file.endsWith('.css')

export default defineConfig(({ command, isSsrBuild }) => ({
  root,
  plugins: [
    react(),
    tailwindcss(),
    modulePaths(root),
    inspectedMachines(root),
    handbook(),
    withoutDescriptions(),
  ],
  // React on the server also reads it, and is three times slower in development mode.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  // The server's bundle contains its packages, because the container does not install the packages
  // of pages.
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
      // The route table would list every file of the site: 1.4 kB for each page.
      resolveDependencies: (_file, dependencies, { hostId }) =>
        hostId.includes('index-') ? dependencies : dependencies.filter(isStylesheet),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // A receipt loads the words of its language, which are there already if it is that of the page.
      checks: { ineffectiveDynamicImport: false },
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: isSsrBuild
        ? {}
        : {
            // The route table names every page's file, so hashes are short. Seven characters still
            // distinguish all versions of a file.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups, includeDependenciesRecursively: false },
          },
    },
  },
}))
