import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { count } from '#contract/count.ts'
import { OWING_AGES, type OwingList as Owing, type OwingEntry } from '#contract/front-desk/todo.ts'
import { askForPayment, listOwing } from '#contract/front-desk/todo-calls.ts'
import { formatPrice } from '#contract/money.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { Claim } from '#web/desk/tasks/claim.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import { TodoEntry } from './todo-entry.tsx'

export function OwingList() {
  const { identify } = usePatientTexts()
  const query = useInfiniteQuery({
    queryKey: [...TODO_KEY, 'owing'],
    queryFn: ({ pageParam, signal }) =>
      send(listOwing, { query: pageParam ? { after: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ entries, total }, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.entries.length, 0)
      return shown >= total ? null : entries.at(-1)?._id
    },
    staleTime: 0,
    refetchInterval: STAFF_REFETCH_MS,
  })
  if (query.isPending) return <ListSkeleton label="Loading what is owed" />
  if (!query.data) return <LoadError title="We couldn’t load what is owed" query={query} />
  const [first] = query.data.pages
  const entries = query.data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) {
    return <EmptyState title="Nothing is owed">All visits of the past year are paid.</EmptyState>
  }
  return (
    <>
      <p className="mt-2 text-muted">Visits of the past year that are not paid, oldest first.</p>
      {first && <Ages ages={first.ages} />}
      <DividedList aria-label="Owing">
        {entries.map((entry) => (
          <li key={entry._id}>
            <TodoEntry
              entry={{
                ...entry,
                patients: [entry],
                when: entry,
                doctor: entry.doctor?.name ?? null,
              }}
              facts={
                <p className="text-sm">
                  <span className="font-bold">owes {formatPrice(entry.price)}</span>,{' '}
                  {count(entry.days, 'day')}
                  {entry.askedAt && (
                    <>
                      , emailed on <Instant at={entry.askedAt} as="day" />
                    </>
                  )}
                </p>
              }
            >
              <Claim list="owing" name={identify(entry)} entry={entry} />
              <AskButton name={identify(entry)} entry={entry} />
            </TodoEntry>
          </li>
        ))}
      </DividedList>
      <LoadMore list={query}>Show more</LoadMore>
    </>
  )
}

function Ages({ ages }: Pick<Owing, 'ages'>) {
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
      {OWING_AGES.map(({ label }, index) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-bold">
            {formatPrice(ages[index]?.sum ?? 0)}{' '}
            <span className="text-sm font-normal text-muted">({ages[index]?.count ?? 0})</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Emails a payment link, if an email reaches the family. */
function AskButton({ entry, name }: { entry: OwingEntry; name: string }) {
  const { _id, isReachable } = entry
  const queries = useQueryClient()
  const asking = useMutation({
    mutationFn: () => send(askForPayment, { params: { id: _id } }),
    onSuccess: () => toast.success(`We emailed the family of ${name} to pay`),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: TODO_KEY }),
  })
  if (!isReachable) return <p className="text-sm text-muted">No email reaches them: call</p>
  return (
    <Button
      look="secondary"
      className="min-h-11 px-4"
      aria-label={`Send payment link to the family of ${name}`}
      busy={asking.isPending}
      onClick={() => asking.mutate()}
    >
      Send payment link
    </Button>
  )
}
