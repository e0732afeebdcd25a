import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { HIGHEST_PAGE } from '../../../contract/users.ts'

/** Where the list's place lives: `/dashboard/users?search=maya&page=2`. */
const SEARCH = 'search'
const PAGE = 'page'

/**
 * What is searched for and which page is shown, as the address has it, so that reload, links and
 * the back button keep both. A new search begins on its first page.
 */
export function useUsersAddress() {
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get(SEARCH)?.trim() ?? ''
  const asked = Number(parameters.get(PAGE))
  const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, HIGHEST_PAGE) : 1

  // Typing replaces the entry in the history: Back leads to the page before, not the letter before.
  const searchFor = useCallback(
    (text: string) => setParameters(text ? { [SEARCH]: text } : {}, { replace: true }),
    [setParameters],
  )

  /** The address of another page of the same search. */
  function linkTo(number: number): string {
    return `?${new URLSearchParams({ ...(search && { [SEARCH]: search }), [PAGE]: String(number) })}`
  }

  return { search, page, searchFor, linkTo }
}
