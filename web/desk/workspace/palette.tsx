import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import { describeChild } from '#contract/patients/patients.ts'
import { familyPage } from '#web/both/appointments/booked-family.ts'
import { teamOptions } from '#web/both/doctors/team-query.ts'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { initialsOf, shownName } from '#web/desk/appointments/agenda-order.ts'
import { formatNearDay } from '#web/desk/appointments/day-format.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { familiesOptions } from '#web/desk/patients/families-api.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { type AddressedClosure, writeClosure } from '#web/desk/schedule/closures/closure-address.ts'
import { configOptions } from '#web/lib/api/config.ts'
import { leavePage } from '#web/lib/unsaved-changes.ts'
import { findActions } from './desk-actions.ts'
import { findTasks } from './handbook-tasks.ts'
import {
  type TypedAbsence,
  typedAbsence,
  typedClosure,
  typedDay,
  typedPrint,
} from './typed-command.ts'
import { useRunHere } from './use-run-here.ts'
import { CALENDAR, pagesFor } from './workspace-links.ts'

/** A search records which families were seen, so it waits for some letters and a pause. */
const FEWEST_LETTERS = 3
const PAUSE_MS = 250

const MOST = { today: 5, families: 6, actions: 6, tasks: 4, pages: 8 } as const

interface Choice {
  id: string
  label: string
  hint?: string
  run: () => void
  /** With Ctrl or ⌘ held. */
  runOther?: () => void
}

interface ChoiceGroup {
  name: string
  choices: readonly Choice[]
}

interface ChoiceOptions {
  isForAdmins: boolean
  onClose: () => void
}

interface PaletteProps extends ChoiceOptions {
  text: string
  onType: (text: string) => void
}

/**
 * Finds today's appointments, families, actions and pages. Actions open forms; they change nothing
 * themselves.
 */
export default function Palette({ isForAdmins, text, onType, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const { groups, isSearching, isFailed } = useChoices(text, { isForAdmins, onClose })
  const all = groups.flatMap(({ choices }) => choices)
  const current = all[Math.min(chosen, all.length - 1)]

  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    element?.querySelector('input')?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && all.length > 0) {
      event.preventDefault()
      const next = (Math.min(chosen, all.length - 1) + step + all.length) % all.length
      setChosen(next)
      document.getElementById(`${id}-${all[next]?.id}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const run = event.ctrlKey || event.metaKey ? (current.runOther ?? current.run) : current.run
      run()
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Find"
      closedby="any"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      className="mx-auto mt-[8dvh] mb-auto w-[min(38rem,calc(100vw-1.5rem))] overflow-hidden rounded-2xl bg-base-100 text-base-content shadow-lift backdrop:bg-neutral/60"
    >
      <input
        type="text"
        role="combobox"
        aria-label="Family, child, page or action"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current && `${id}-${current.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Family, child, page, “close friday afternoon”, “away dr lee tomorrow”"
        value={text}
        onChange={({ target }) => {
          onType(target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
        className="min-h-13 w-full border-b border-base-300 bg-transparent px-4 outline-none"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="max-h-[min(30rem,65dvh)] overflow-y-auto p-2 empty:p-0"
      >
        {groups.map(({ name, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of a listbox is no fieldset.
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-bold text-muted">
              {name}
            </p>
            {choices.map((choice) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
              <div
                key={choice.id}
                id={`${id}-${choice.id}`}
                role="option"
                aria-selected={choice === current}
                onClick={choice.run}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-xl px-3 hover:bg-leaf aria-selected:bg-leaf aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-primary"
              >
                <span className="min-w-0 grow truncate font-bold">{choice.label}</span>
                {choice.hint && (
                  <span className="max-w-[55%] truncate text-sm text-muted">{choice.hint}</span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="border-t border-base-300 px-4 py-2 text-sm text-muted">
        {isFailed
          ? 'We couldn’t search for families. Keep typing to try again.'
          : isSearching
            ? 'Searching for families …'
            : all.length === 0
              ? 'Nothing found.'
              : 'Enter opens · Ctrl Enter books for a family · Esc closes'}
      </p>
    </dialog>
  )
}

function useChoices(text: string, { isForAdmins, onClose }: ChoiceOptions) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const today = useQuery(configOptions()).data?.clinic.today
  const search = usePaused(text.trim())
  const families = useQuery({
    ...familiesOptions(search, MOST.families),
    enabled: search.length >= FEWEST_LETTERS,
    // The previous list stays while the next one loads.
    placeholderData: (before) => before,
  })
  const absence = today ? typedAbsence(text, today) : undefined
  const team = useQuery({ ...teamOptions(), enabled: absence !== undefined })
  const isPrivate = usePrivacy()
  const { identify: nameOf } = usePatientTexts()
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (...texts: (string | undefined)[]) => {
    const all = texts.join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  }
  const go = (to: string, state?: object) => () => {
    onClose()
    leavePage(() => void navigate(to, { state }))
  }

  /** 'il' finds Ida Lindqvist, even while names are hidden. */
  const isInitials = (name: string) =>
    words.join('').replaceAll('.', '') === initialsOf(name).replace(/[. ]/g, '').toLowerCase()

  const runHere = useRunHere()
  function choiceOf({ name, action }: ReturnType<typeof findActions>[number]): Choice {
    const { label, hint } = action
    return {
      id: `action-${name}`,
      label: name === 'initials' && isPrivate ? 'Show full names' : label,
      hint,
      run:
        'to' in action
          ? go(action.to, action.state)
          : () => {
              onClose()
              runHere(action.run)
            },
    }
  }

  const entries =
    words.length > 0 && today
      ? knownEntries(queries.getQueriesData({ queryKey: AGENDA_KEY }), today)
      : []
  const isAsked = text.trim().length >= FEWEST_LETTERS
  const found = isAsked ? (families.data?.families ?? []) : []
  const groups: ChoiceGroup[] = [
    {
      name: 'Today',
      choices: entries
        .filter(
          ({ patientName, child, phone }) =>
            isInitials(patientName) || matches(patientName, child?.bookedBy, phone),
        )
        .slice(0, MOST.today)
        .map((entry) => ({
          id: `entry-${entry._id}`,
          label: nameOf(entry),
          hint: `${formatMinute(entry.startMinute)}, ${entry.doctor?.name ?? entry.treatment}`,
          run: go(CALENDAR, { appointment: entry._id }),
        })),
    },
    {
      name: 'Families',
      choices: found.map((family) => ({
        id: `family-${family._id}`,
        label: shownName(family.name, isPrivate),
        hint: isPrivate
          ? undefined
          : [...family.children.map((child) => describeChild(child)), family.phone]
              .filter(Boolean)
              .join(', '),
        run: go(familyPage({ id: family._id })),
        runOther: go(`${familyPage({ id: family._id })}/book`),
      })),
    },
    {
      name: 'Actions',
      choices: [
        ...absenceActions(absence, team.data ?? [], { today, isForAdmins, go }),
        ...typedActions(text, { today, isForAdmins, go }),
        ...findActions(text, { isForAdmins }).map(choiceOf),
      ].slice(0, MOST.actions),
    },
    {
      name: 'Pages',
      choices: pagesFor({ isForAdmins })
        .filter(({ label, place }) => matches(label, place))
        .slice(0, MOST.pages)
        .map(({ to, label, place }) => ({
          id: `page-${label.replaceAll(' ', '-')}`,
          label,
          hint: place === label ? undefined : place,
          run: go(to),
        })),
    },
    {
      name: 'Handbook',
      choices: (words.length > 0 ? findTasks(text, { isForAdmins }) : [])
        .slice(0, MOST.tasks)
        .map(({ title, page, to }) => ({
          id: `task-${to}`,
          label: title,
          hint: page,
          run: go(to),
        })),
    },
    {
      name: 'Not listed',
      choices: [
        {
          id: 'all-families',
          label: words.length > 0 ? `Find or add a family: ${text.trim()}` : 'Find or add a family',
          run: go(`/dashboard/families?${new URLSearchParams({ search: text.trim() })}`),
        },
      ],
    },
  ]
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    isSearching: isAsked && (families.isFetching || search !== text.trim()),
    isFailed: isAsked && families.isError,
  }
}

interface TypedOptions {
  today: IsoDate | undefined
  isForAdmins: boolean
  go: (to: string, state?: object) => () => void
}

/** Commands in typed words: go to or print a day, or the prefilled form of a closure. */
function typedActions(text: string, { today, isForAdmins, go }: TypedOptions): Choice[] {
  if (!today) return []
  const day = typedDay(text, today)
  const closure = isForAdmins ? typedClosure(text, today) : undefined
  const actions: Choice[] = []
  if (day) {
    const label = `Go to ${formatNearDay(day, today)}`
    actions.push({ id: 'day', label, run: go(`${CALENDAR}&date=${day}`) })
  }
  const printed = typedPrint(text, today)
  if (printed) {
    const label = `Print ${formatNearDay(printed, today)}`
    actions.push({
      id: 'print-day',
      label,
      run: go(`${CALENDAR}&date=${printed}`, { print: true }),
    })
  }
  if (closure) {
    actions.push({
      id: 'close',
      label: `Close the clinic on ${formatNearDay(closure.date, today)}`,
      hint: describeForm(closure),
      run: go(`/dashboard/schedule/closures?${writeClosure(closure)}`),
    })
  }
  return actions
}

const describeForm = ({ time }: AddressedClosure) =>
  `${time ? `${time.from} to ${time.to}` : 'All day'}: opens the form`

/**
 * The prefilled absence form of each doctor who may be meant: for today for staff, for any other day for
 * admins.
 */
function absenceActions(
  absence: TypedAbsence | undefined,
  team: readonly { _id: string; name: string }[],
  { today, isForAdmins, go }: TypedOptions,
): Choice[] {
  if (!absence || (absence.date !== today && !isForAdmins)) return []
  const { doctor: words, date, time, reason } = absence
  return team
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .map(({ _id, name }) => {
      const ofToday = new URLSearchParams({
        doctor: _id,
        ...(time && { from: time.from }),
        ...(reason && { reason }),
      })
      return {
        id: `away-${_id}`,
        label: `${name} away on ${formatNearDay(date, today)}`,
        hint: describeForm(absence),
        run: go(
          date === today
            ? `/dashboard/absence?${ofToday}`
            : `/dashboard/managedoctors/${_id}?${writeClosure(absence)}`,
        ),
      }
    })
}

/** Today's appointments that a page has loaded. Other responses share the query key. */
function knownEntries(answers: readonly [unknown, unknown][], today: IsoDate): AgendaEntry[] {
  const days = answers
    .map(([, data]) => data)
    .filter(
      (data): data is Agenda =>
        typeof data === 'object' &&
        data !== null &&
        'entries' in data &&
        Array.isArray(data.entries),
    )
  const entries = days.flatMap((day) => day.entries).filter(({ date }) => date === today)
  return [...new Map(entries.map((entry) => [entry._id, entry])).values()]
}

/** The text after a pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
