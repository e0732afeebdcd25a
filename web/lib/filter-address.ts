import { useSearchParams } from 'react-router-dom'

/**
 * The filter of a list in the URL (`?kind=user.promoted&person=…`), so that reloads, links and the
 * back button keep it. An empty value does not filter.
 * @param read reads the filter from the URL; `parameter` returns '' for a missing one
 */
export function useFilterAddress<Filter extends Record<string, string>>(
  read: (parameter: (name: string) => string) => Filter,
) {
  const [parameters, setParameters] = useSearchParams()
  const filter = read((name) => parameters.get(name)?.trim() ?? '')
  const changed = (parts: Partial<Filter>) => write({ ...filter, ...parts })
  return {
    filter,
    change: (parts: Partial<Filter>) => setParameters(changed(parts)),
    /** For typed text: Back leads to the previous page, not to the previous keystroke. */
    replace: (parts: Partial<Filter>) => setParameters(changed(parts), { replace: true }),
    showAll: () => setParameters({}),
  }
}

/** The parameters of a filter. */
export function write(filter: Record<string, string>): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
}
