import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// A deadlock shall end a run; a busy machine shall not.
const testTimeout = 30_000

const serverSide = ['machines', 'server', 'drizzle', 'workers', 'sandbox', 'scripts']

// Three projects: `unit` is the fast loop's pure part, `screens` mounts React in
// jsdom, `integration` starts real processes (Redis, the identity emulator, the API).
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [...serverSide.map((folder) => `${folder}/**/*.test.ts`), 'web/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
          testTimeout,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/testing/setup.ts'],
          testTimeout,
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: ['{server,workers,sandbox,drizzle,tests}/**/*.integration.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
