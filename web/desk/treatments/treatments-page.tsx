import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useLayoutEffect, useRef, useState } from 'react'
import { describeAges } from '#contract/guardians/describe-ages.ts'
import { formatPrice } from '#contract/money.ts'
import { offeredDays } from '#contract/schedule/hours.ts'
import type {
  AdminTreatment,
  TreatmentAdministration,
} from '#contract/treatments/treatment-admin.ts'
import { orderTreatments } from '#contract/treatments/treatment-admin-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { IconButton } from '#web/components/icon-button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { FormSpinner } from '#web/components/states/loading.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { Prices } from './prices.tsx'
import { refreshBooking, treatmentsOptions } from './treatments-api.ts'

// Only a form needs the form library.
const addForm = componentChunk(() => import('./add-treatment.tsx'))
const editForm = componentChunk(() => import('./treatment-form.tsx'))

/** The clinic's treatments in their order, with times and prices, for admins. */
export default function TreatmentsPage() {
  const query = useQuery(treatmentsOptions())
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)

  function onAdded() {
    setAdding(false)
    addButton.current?.focus()
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle>Treatments</PageTitle>
        {query.data && (
          <Button
            ref={addButton}
            look="secondary"
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            Add a treatment
          </Button>
        )}
      </div>
      <Loaded query={query} what="the treatments">
        {(list) => (
          <div className="grid gap-4">
            {isAdding && (
              <LazyComponent
                chunk={addForm}
                props={{ week: list.week, onDone: onAdded }}
                waiting={<FormSpinner />}
              />
            )}
            <TreatmentList {...list} onAdd={() => setAdding(true)} />
          </div>
        )}
      </Loaded>
    </>
  )
}

type Direction = 'up' | 'down'

function TreatmentList(props: TreatmentAdministration & { onAdd: () => void }) {
  const { treatments, today, week, onAdd } = props
  const [open, setOpen] = useState<string | null>(null)
  const { move, moved } = useMove(treatments)

  function close(id: string) {
    setOpen(null)
    document.getElementById(editButtonId(id))?.focus()
  }

  if (treatments.length === 0) {
    return (
      <EmptyState title="No treatments yet" action={<Button onClick={onAdd}>Add one</Button>}>
        Treatments that you add here can be booked at once.
      </EmptyState>
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ul aria-label="Treatments" className="grid gap-4">
        {treatments.map((treatment, index) => (
          <li key={treatment._id}>
            <Card>
              <div className="flex flex-wrap items-start justify-between gap-4">
                <Summary {...props} treatment={treatment} />
                <div className="flex flex-wrap gap-2">
                  <MoveButton
                    treatment={treatment}
                    direction="up"
                    disabled={index === 0}
                    onMove={move}
                  />
                  <MoveButton
                    treatment={treatment}
                    direction="down"
                    disabled={index === treatments.length - 1}
                    onMove={move}
                  />
                  <Button
                    look="secondary"
                    id={editButtonId(treatment._id)}
                    aria-expanded={open === treatment._id}
                    aria-label={`Edit ${treatment.name}`}
                    onClick={() => setOpen(open === treatment._id ? null : treatment._id)}
                    className="px-4"
                  >
                    Edit
                  </Button>
                </div>
              </div>
              {open === treatment._id && (
                <div className="mt-6 grid gap-8 border-t border-base-300 pt-6">
                  <Prices treatment={treatment} today={today} />
                  <section aria-label="Details" className="grid gap-4">
                    <h3 className="text-lg">Details</h3>
                    <LazyComponent
                      chunk={editForm}
                      props={{ treatment, week, onDone: () => close(treatment._id) }}
                      waiting={<FormSpinner />}
                    />
                  </section>
                </div>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

interface SummaryProps extends Pick<TreatmentAdministration, 'today' | 'week'> {
  treatment: AdminTreatment
}

function Summary({ treatment, today, week }: SummaryProps) {
  const { name, active, booking, needsDoctor, lengthMinutes, startMinutes, prices, doctors } =
    treatment
  const price = prices.findLast(({ validFrom }) => validFrom <= today)
  const next = prices.find(({ validFrom }) => validFrom > today)
  const hidden = startMinutes.filter(
    (startMinute) => offeredDays(week, { startMinute, lengthMinutes }).days.length === 0,
  ).length
  const facts = [
    price ? formatPrice(price.price) : 'No price yet',
    next && `${formatPrice(next.price)} planned`,
    `${lengthMinutes} minutes`,
    `${startMinutes.length} ${startMinutes.length === 1 ? 'time' : 'times'} a day`,
    hidden > 0 && `${hidden} not offered`,
    describeAges(treatment),
    doctors.join(', '),
  ].filter(Boolean)
  return (
    <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
      <h2 className="text-xl">
        <BreakAfterSlash text={name} />
      </h2>
      <p className="text-muted">{facts.join(' · ')}</p>
      {!active && <p className="font-bold">Patients can’t book it.</p>}
      {active && booking !== 'online' && (
        <p className="font-bold">
          {booking === 'desk'
            ? 'Booked at the desk only.'
            : 'Booked online by families that we have asked to book it.'}
        </p>
      )}
      {active && needsDoctor && doctors.length === 0 && (
        <p className="font-bold">
          No doctor gives it, so patients can’t book it. Choose one under Manage Doctors, or edit it
          to be booked without.
        </p>
      )}
    </div>
  )
}

interface MoveButtonProps {
  treatment: AdminTreatment
  direction: Direction
  disabled: boolean
  onMove: (id: string, direction: Direction) => void
}

const editButtonId = (id: string) => `edit-${id}`
const moveButtonId = (id: string, direction: Direction) => `move-${direction}-${id}`

function MoveButton({ treatment, direction, disabled, onMove }: MoveButtonProps) {
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <IconButton
      label={`Move ${treatment.name} ${direction}`}
      Icon={Icon}
      size={20}
      id={moveButtonId(treatment._id, direction)}
      disabled={disabled}
      onClick={() => onMove(treatment._id, direction)}
      className="disabled:opacity-40"
    />
  )
}

/** Moves a treatment up or down: at once on the screen, and back if the server refuses. */
function useMove(treatments: readonly AdminTreatment[]) {
  const queries = useQueryClient()
  const { queryKey } = treatmentsOptions()
  const [moved, setMoved] = useState('')
  const last = useRef<{ id: string; direction: Direction } | null>(null)
  const saving = useMutation({
    mutationFn: (body: { order: string[]; seen: string[] }) => send(orderTreatments, { body }),
    // One after another, because each names the order that the previous one made.
    scope: { id: 'treatment order' },
    onSuccess: () => refreshBooking(queries),
    onError: ({ message }) => {
      setMoved('')
      toast.error(message)
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })

  // Browsers drop the focus of an element that is moved.
  useLayoutEffect(() => {
    const { id, direction } = last.current ?? {}
    if (!id || !direction || treatments.length === 0) return
    last.current = null
    const button = document.getElementById(moveButtonId(id, direction))
    const opposite = document.getElementById(moveButtonId(id, direction === 'up' ? 'down' : 'up'))
    if (button instanceof HTMLButtonElement && !button.disabled) button.focus()
    else opposite?.focus()
  }, [treatments])

  function move(id: string, direction: Direction) {
    const seen = treatments.map(({ _id }) => _id)
    const from = seen.indexOf(id)
    const to = direction === 'up' ? from - 1 : from + 1
    const order = seen.toSpliced(from, 1).toSpliced(to, 0, id)
    last.current = { id, direction }
    setMoved(`${treatments[from]?.name ?? ''} is now ${to + 1} of ${seen.length}`)
    queries.setQueryData(queryKey, (shown) => {
      if (!shown) return shown
      const byId = new Map(shown.treatments.map((treatment) => [treatment._id, treatment]))
      return { ...shown, treatments: order.flatMap((each) => byId.get(each) ?? []) }
    })
    saving.mutate({ order, seen })
  }

  return { move, moved }
}
