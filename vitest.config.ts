import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { QUICK_START } from './scripts/quick-start.ts'
import { handbook } from './web/build/handbook.ts'
import { inLanguage, inPseudoLanguage } from './web/build/in-language.ts'
import { TRANSLATIONS } from './words/languages.ts'

// Milliseconds: long enough for a busy machine.
const testTimeout = 30_000
const expectations = { poll: { timeout: 15_000 } }

const serverSide = [
  'contract',
  'domain',
  'machines',
  'server',
  'drizzle',
  'workers',
  'sandbox',
  'scripts',
  'tests',
  'words',
]

const screens = {
  environment: 'jsdom',
  // Each file has its own modules and window, but no process of its own: starting one for each took
  // as long as the tests.
  pool: 'vmThreads',
  setupFiles: ['web/testing/setup.ts'],
  unstubGlobals: true,
  testTimeout,
  expect: expectations,
} satisfies UserWorkspaceConfig['test']

// `unit` and `web` are the fast loop; `screens` mounts React in jsdom, `screens-es` and so on for the walks
// in another language and what only its pages show; `integration` has the slow tests: real processes (Redis,
// the identity emulator, the API), and thousands of generated requests.
export default defineConfig({
  test: {
    // Vitest's default is one less, which on two cores runs one file after another.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: serverSide.map((folder) => `${folder}/**/*.test.ts`),
          exclude: ['**/*.integration.test.ts'],
          // These tests pass everything as arguments, so that files can share modules: loading them
          // again for each file took longer than the tests.
          isolate: false,
          testTimeout,
          expect: expectations,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'node',
          include: ['web/**/*.test.ts'],
          // Cheaper to start than a process for each file.
          pool: 'threads',
          unstubGlobals: true,
          testTimeout,
          expect: expectations,
        },
      },
      {
        plugins: [react(), handbook()],
        test: {
          ...screens,
          name: 'screens',
          include: ['{web,tests}/**/*.test.tsx'],
          provide: { language: 'en' },
          exclude: ['pseudo', ...TRANSLATIONS].map((language) => `**/*.${language}.test.tsx`),
        },
      },
      {
        plugins: [inPseudoLanguage('en-XA'), react(), handbook()],
        test: {
          ...screens,
          name: 'screens-pseudo',
          include: ['{web,tests}/**/*.pseudo.test.tsx'],
          provide: { language: 'en' },
          fsModuleCachePath: 'node_modules/.vitest-cache-pseudo',
        },
      },
      ...TRANSLATIONS.map((language) => ({
        plugins: [inLanguage(language), react()],
        test: {
          ...screens,
          name: `screens-${language}`,
          include: [
            'web/{family,both}/**/*.walks.test.tsx',
            `web/{app,family,both}/**/*.${language}.test.tsx`,
            'web/testing/language.test.tsx',
          ],
          provide: { language },
          // Vitest keeps compiled modules, in which the words are of one language.
          fsModuleCachePath: `node_modules/.vitest-cache-${language}`,
        },
      })),
      {
        test: {
          name: 'integration',
          environment: 'node',
          sequence: { groupOrder: 1 },
          // The tests run the built programs.
          globalSetup: ['tests/support/build.ts'],
          include: ['{domain,server,workers,sandbox,drizzle,tests}/**/*.integration.test.ts'],
          // As in `unit`: the tested code runs in separate processes.
          isolate: false,
          // For processes that run from their sources.
          env: QUICK_START,
          testTimeout: 120_000,
          expect: expectations,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
