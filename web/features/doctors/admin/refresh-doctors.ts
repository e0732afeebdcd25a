import type { QueryClient } from '@tanstack/react-query'
import { doctorsOptions, teamOptions } from '../doctors-api.ts'

/** The lists of doctors are out of date, the public one as well; resolves when those shown are new. */
export async function refreshDoctors(queries: QueryClient): Promise<void> {
  const lists = [doctorsOptions(), teamOptions()]
  await Promise.all(lists.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
}
