import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { instrument } from './screen-mutants.ts'

const PROJECT = join(import.meta.dirname, '../..')

/** The screens of the flows, and what they share; not the ports, which the walks answer themselves. */
const SCREENS = /^web\/(auth|booking|payment)\/([\w-]+\.tsx|use-[\w-]+\.ts)$/
const PORTS = /-provider\.tsx$|\.test\./

function mutableScreens(): Plugin {
  return {
    name: 'mutable-screens',
    enforce: 'pre',
    transform(source, id) {
      const file = relative(PROJECT, id.split('?')[0] ?? id)
      if (!SCREENS.test(file) || PORTS.test(file)) return null
      return { code: instrument(file, source).code, map: null }
    },
  }
}

// `npm run mutate:flows` runs these, and nothing else does.
export default defineConfig({
  root: PROJECT,
  plugins: [mutableScreens(), react()],
  test: {
    name: 'mutation',
    environment: 'jsdom',
    include: ['tests/mutation/*.mutants.tsx'],
    // The switch before the screens.
    setupFiles: ['tests/mutation/switch.ts', 'web/testing/setup.ts'],
    testTimeout: 10_800_000,
    // A broken screen may also break after its walk has ended.
    dangerouslyIgnoreUnhandledErrors: true,
    // One for each flow: much of the time is spent waiting for what never comes.
    maxWorkers: 3,
  },
})
