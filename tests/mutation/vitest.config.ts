import { defineConfig } from 'vitest/config'

// `npm run mutate:flows`
export default defineConfig({
  test: { include: ['tests/mutation/machines.mutants.ts'], testTimeout: 600_000 },
})
