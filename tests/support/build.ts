// Rebuilds stale outputs once before a run.
export { buildAllIfStale as default } from '#scripts/build/build-all.ts'
