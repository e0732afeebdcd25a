import type { Registry } from './registry.ts'

/** Every handler and periodic job of the product; the list is the table of contents. */
export function productRegistry(): Registry {
  return { handlers: [], periodicJobs: [] }
}
