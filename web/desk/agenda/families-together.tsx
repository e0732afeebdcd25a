import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '#contract/count.ts'
import { type AgendaEntry, findAttendanceObstacle } from '#contract/front-desk/agenda.ts'
import { formatPrice, sumOfPrices } from '#contract/money.ts'
import { isolate, joinNames } from '#contract/names.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { AGENDA_KEY, saveAttendance } from '#web/desk/appointments/agenda-api.ts'
import {
  type DeskMethod,
  HOW_TAKEN,
  receiveTogether,
} from '#web/desk/appointments/cash-payments-api.ts'
import { PatientName, usePatientTexts } from '#web/desk/patients/patient-name.tsx'

interface Family {
  id: string
  /** The guardian's name. */
  name: string
  /** The patients who can be checked in now. */
  expected: AgendaEntry[]
  /** Unpaid patients who are here, or were. */
  owing: AgendaEntry[]
}

interface FamiliesTogetherProps {
  entries: readonly AgendaEntry[]
  time: ClinicTime
}

/** Families with several patients today: checks all of them in, or takes all prices, in one step. */
export function FamiliesTogether({ entries, time }: FamiliesTogetherProps) {
  const families = findFamilies(entries, time)
  if (families.length === 0) return null
  const list = (
    <ul aria-label="Families with several patients" className="mt-2 grid gap-1">
      {families.map((family) => (
        <li
          key={family.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-base-100 px-4 py-1 shadow-soft"
        >
          <span className="font-bold wrap-anywhere">
            Family of <bdi>{family.name}</bdi>
          </span>
          {family.expected.length > 1 && <CheckInAll family={family} />}
          {family.owing.length > 1 && <PayAll family={family} />}
        </li>
      ))}
    </ul>
  )
  // Several families would push the arrivals out of view.
  if (families.length === 1) return list
  return (
    <details className="mt-2">
      <summary className="min-h-6 w-fit cursor-pointer font-bold">
        {families.length} families with several patients: check in or pay together
      </summary>
      {list}
    </details>
  )
}

function findFamilies(entries: readonly AgendaEntry[], time: ClinicTime): Family[] {
  const today = entries.filter(({ date, family }) => date === time.today && family !== null)
  const groups = Map.groupBy(today, ({ family }) => family ?? '')
  return [...groups].flatMap(([id, all]) => {
    const [first] = all
    const expected = all.filter(
      (entry) => entry.attendance === 'expected' && !findAttendanceObstacle(entry, 'arrived', time),
    )
    const owing = all.filter(
      ({ attendance, paid, price }) =>
        (attendance === 'arrived' || attendance === 'completed') && !paid && price > 0,
    )
    if (!first || (expected.length < 2 && owing.length < 2)) return []
    return { id, name: first.child?.bookedBy ?? first.patientName, expected, owing }
  })
}

function CheckInAll({ family: { name, expected } }: { family: Family }) {
  const queries = useQueryClient()
  const { identify } = usePatientTexts()
  const checking = useMutation({
    mutationFn: async () => {
      for (const entry of expected) {
        const { _id: id, version } = entry
        const result = await saveAttendance({ id, version, attendance: 'arrived' })
        if (result.kind === 'refused') throw new Error(`${identify(entry)}: ${result.message}`)
      }
    },
    onSuccess: () => toast.success(`${joinNames(expected.map(identify))} have arrived`),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: AGENDA_KEY }),
  })
  return (
    <Button
      look="secondary"
      className="min-h-11 px-4"
      aria-label={`Check in all ${expected.length} of the family of ${name}`}
      busy={checking.isPending}
      onClick={() => checking.mutate()}
    >
      Check in all {expected.length}
    </Button>
  )
}

function PayAll({ family: { name, owing } }: { family: Family }) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<DeskMethod | null>(null)
  const sum = formatPrice(sumOfPrices(owing))
  const paying = useMutation({
    mutationFn: (method: DeskMethod) =>
      receiveTogether({
        appointments: owing.map(({ _id: id, version }) => ({ id, version })),
        method,
      }),
    onSuccess: (_, method) => {
      setAsked(null)
      toast.success(`${sum} from the family of ${name} taken ${HOW_TAKEN[method]}`)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: AGENDA_KEY }),
  })
  return (
    <>
      {(['cash', 'terminal'] as const).map((method) => (
        <Button
          key={method}
          look="secondary"
          className="min-h-11 px-4"
          aria-label={`Take ${sum} ${HOW_TAKEN[method]} from the family of ${name}`}
          onClick={() => {
            paying.reset()
            setAsked(method)
          }}
        >
          {method === 'cash' ? `Take ${sum} in cash` : 'With the terminal'}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          open
          question={`Take ${sum} ${HOW_TAKEN[asked]} from the family of ${isolate(name)}?`}
          confirmLabel={`Take ${sum}`}
          look="primary"
          focus="confirm"
          error={paying.error?.message}
          busy={paying.isPending}
          onConfirm={() => paying.mutate(asked)}
          onCancel={() => setAsked(null)}
        >
          <p className="font-bold wrap-break-word">
            Family of <bdi>{name}</bdi>, {count(owing.length, 'appointment')}, one receipt
          </p>
          <ul>
            {owing.map((entry) => (
              <li key={entry._id} className="wrap-break-word">
                <PatientName of={entry} birthDate="always" />: {entry.treatment},{' '}
                {formatPrice(entry.price)}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}
