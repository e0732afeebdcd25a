import { useSearchParams } from 'react-router-dom'
import { EVENT_KINDS, type EventKind } from '../../../contract/events.ts'

/** What the record is filtered by; '' for everything, or everybody. */
export interface AuditFilter {
  kind: EventKind | ''
  /** Email or id. */
  person: string
}

function write(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
}

/**
 * The filter as the address has it (`/dashboard/audit?kind=user.promoted&person=…`), so that
 * reload, links and the back button keep it.
 */
export function useAuditAddress() {
  const [parameters, setParameters] = useSearchParams()
  const filter: AuditFilter = {
    kind: EVENT_KINDS.find((kind) => kind === parameters.get('kind')) ?? '',
    person: parameters.get('person')?.trim() ?? '',
  }
  return {
    filter,
    chooseKind: (kind: AuditFilter['kind']) => setParameters(write({ ...filter, kind })),
    // Typing replaces the entry in the history: Back leads to the page before, not the letter before.
    searchPerson: (person: string) =>
      setParameters(write({ ...filter, person }), { replace: true }),
    showAll: () => setParameters({}),
    /** The address of all that concerns a person. */
    linkTo: (person: string) => `?${write({ kind: '', person })}`,
  }
}
