import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMinute } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import {
  type FamilyAppointment,
  type ListedFamily,
  SHORTEST_SEARCH,
} from '#contract/families/families.ts'
import { formatCents, toCents } from '#contract/money.ts'
import { describeChild } from '#contract/patients/patients.ts'
import type { PaymentProblem } from '#contract/payments/reconciliation.ts'
import { linkPayment } from '#contract/payments/reconciliation-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import { SearchField } from '#web/components/forms/search-field.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { familiesOptions, familyOptions } from '#web/desk/patients/families-api.ts'
import { send } from '#web/lib/api/send.ts'
import { PAYMENTS_KEY, problemsOptions } from './reconciliation-api.ts'

interface LinkDialogProps {
  problem: PaymentProblem
  onDone: () => void
  onClose: () => void
}

/** Links an unknown payment to an appointment: first asks for the family, then for the appointment. */
export function LinkDialog({ problem, onDone, onClose }: LinkDialogProps) {
  const queries = useQueryClient()
  const [family, setFamily] = useState<ListedFamily | null>(null)
  const content = useFocusOnChange<HTMLDivElement>(family?._id ?? '')
  const linking = useMutation({
    mutationFn: (appointment: string) =>
      send(linkPayment, { body: { subject: problem.subject, appointment } }),
    onSuccess: ({ problems, comparedAt }) => {
      queries.setQueryData(problemsOptions.queryKey, { problems, comparedAt })
      toast.success('Payment linked: the appointment is paid')
      onClose()
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  })
  const amount = formatCents(problem.amountCents)
  return (
    <Dialog open title="Link to an appointment" busy={linking.isPending} onClose={onClose}>
      <p className="text-muted [overflow-wrap:anywhere]">
        {amount}, {problem.paymentId}
      </p>
      <div ref={content} tabIndex={-1} className="grid gap-4 outline-none">
        {family ? (
          <Appointments
            family={family}
            amountCents={problem.amountCents}
            error={linking.error?.message}
            busy={linking.isPending}
            onLink={(id) => linking.mutate(id)}
            onBack={() => {
              linking.reset()
              setFamily(null)
            }}
          />
        ) : (
          <FamilySearch onChoose={setFamily} />
        )}
      </div>
    </Dialog>
  )
}

function FamilySearch({ onChoose }: { onChoose: (family: ListedFamily) => void }) {
  const [search, setSearch] = useState('')
  const query = useQuery(familiesOptions(search))
  const isAsked = search.length >= SHORTEST_SEARCH
  return (
    <>
      <SearchField
        label="Whose appointment? Name, phone number or email"
        value={search}
        onSearch={setSearch}
        autoFocus
      />
      {isAsked && query.isPending && <Spinner label="Searching" />}
      {isAsked && query.isError && (
        <LoadError title="We couldn’t search for families" query={query} />
      )}
      {query.data?.families.length === 0 && <p role="status">No families found</p>}
      {query.data && query.data.families.length > 0 && (
        <ul aria-label="Families" className="grid gap-2">
          {query.data.families.map((family) => (
            <li key={family._id}>
              <Button
                look="secondary"
                className="w-full [overflow-wrap:anywhere]"
                onClick={() => onChoose(family)}
              >
                {[family.name, family.email ?? family.phone].filter(Boolean).join(', ')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface AppointmentsProps {
  family: ListedFamily
  amountCents: number
  error: string | undefined
  busy: boolean
  onLink: (id: string) => void
  onBack: () => void
}

function Appointments({ family, amountCents, error, busy, onLink, onBack }: AppointmentsProps) {
  const query = useQuery(familyOptions(family._id))
  const formatDay = useDayFormat()
  const [chosen, setChosen] = useState<string>()
  const isPayable = ({ status, paid, price }: FamilyAppointment) =>
    status === 'booked' && !paid && toCents(price) === amountCents
  return (
    <>
      {error && <FormAlert>{error}</FormAlert>}
      <Loaded query={query} what="the appointments" small>
        {({ appointments }) => {
          const payable = appointments.filter(isPayable)
          return payable.length > 0 ? (
            <RadioChips
              legend={`Unpaid appointments of ${family.name} for ${formatCents(amountCents)}`}
              options={payable.map((each) => ({ value: each._id, label: nameOf(each, formatDay) }))}
              value={chosen}
              onChoose={setChosen}
              disabled={busy}
            />
          ) : (
            <p role="status">
              <bdi>{family.name}</bdi> has no unpaid appointment of {formatCents(amountCents)}.
            </p>
          )
        }}
      </Loaded>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" disabled={busy} onClick={onBack}>
          Other family
        </Button>
        <Button
          disabled={chosen === undefined}
          busy={busy}
          onClick={() => chosen !== undefined && onLink(chosen)}
        >
          Link {formatCents(amountCents)}
        </Button>
      </div>
    </>
  )
}

function nameOf(
  { treatment, date, startMinute, child }: FamilyAppointment,
  formatDay: (day: IsoDate) => string,
): string {
  return [child && describeChild(child), treatment, formatDay(date), formatMinute(startMinute)]
    .filter(Boolean)
    .join(', ')
}
