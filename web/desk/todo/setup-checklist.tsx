import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import type { ConfirmedStep, SetupSteps } from '#contract/front-desk/todo.ts'
import { confirmSetup, readSetup } from '#contract/front-desk/todo-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { FactLinks } from '#web/desk/site/fact-links.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { send } from '#web/lib/api/send.ts'

const SETUP_KEY = [...TODO_KEY, 'setup']

interface Step {
  key: keyof SetupSteps
  label: string
  hint: string
  to?: string
  /** For steps that the server cannot check: an admin confirms them. */
  confirm?: ConfirmedStep
}

const STEPS: readonly Step[] = [
  {
    key: 'hours',
    label: 'Opening hours',
    hint: 'When the clinic is open, with its breaks: save them once.',
    to: '/dashboard/schedule',
  },
  {
    key: 'details',
    label: 'Name and contact',
    hint: 'Name, phone, email or street is still the sample.',
    to: '/dashboard/clinic',
  },
  {
    key: 'doctors',
    label: 'Doctors',
    hint: 'At least one, and no samples.',
    to: '/dashboard/managedoctors',
  },
  {
    key: 'doctorTreatments',
    label: 'Treatments of doctors',
    hint: 'Each doctor gives at least one.',
    to: '/dashboard/managedoctors',
  },
  {
    key: 'treatments',
    label: 'Treatments and prices',
    hint: 'At least one that families can book: given by a doctor, or without a doctor. No samples.',
    to: '/dashboard/treatments',
  },
  {
    key: 'holidays',
    label: 'Holidays',
    hint: 'The upcoming days on which the clinic is closed.',
    to: '/dashboard/schedule/closures',
  },
  {
    key: 'staff',
    label: 'Front desk',
    hint: 'At least one user who is staff, besides the admins.',
    to: '/dashboard/users',
  },
  {
    key: 'email',
    label: 'Emails',
    hint: 'They stay on this computer until the server has SMTP_URL.',
  },
  {
    key: 'payments',
    label: 'Card payments',
    hint: 'No card is charged until the server has the keys of Stripe.',
  },
  {
    key: 'notice',
    label: 'Privacy notice',
    hint: 'The Notice of Privacy Practices is not published.',
    to: '/dashboard/legal/notice',
  },
  {
    key: 'timeZone',
    label: 'Time zone',
    hint: 'All days and times are in this zone:',
    confirm: 'timeZone',
  },
  {
    key: 'alarms',
    label: 'Alarms',
    hint: 'Who gets an email when something is wrong with the site:',
    confirm: 'alarms',
  },
  {
    key: 'secondCopy',
    label: 'Second copy',
    hint: 'The server needs REPLICA_URL, on another disk than the data.',
  },
  {
    key: 'proxy',
    label: 'Proxy',
    hint: 'Visitors come through a proxy that TRUST_PROXY doesn’t name: they share one rate limit.',
  },
  {
    key: 'website',
    label: 'Texts of the website',
    hint: 'They make claims about your clinic: correct, confirm or hide them.',
    to: '/dashboard/website',
  },
]

const shown = (value: string | readonly string[]) =>
  typeof value === 'string' ? value : value.join(', ') || 'no one'

function ConfirmStep({ step, label }: { step: ConfirmedStep; label: string }) {
  const queries = useQueryClient()
  const confirming = useMutation({
    mutationFn: () => send(confirmSetup, { params: { step } }),
    onSuccess: (setup) => queries.setQueryData(SETUP_KEY, setup),
    onError: ({ message }) => toast.error(message),
  })
  return (
    <Button
      look="secondary"
      className="mt-1"
      busy={confirming.isPending}
      onClick={() => confirming.mutate()}
    >
      Confirm <span className="sr-only">{label}</span>
    </Button>
  )
}

/** For admins, until everything is done: what a new clinic needs before families can book. */
export function SetupChecklist() {
  const query = useQuery({
    queryKey: SETUP_KEY,
    queryFn: ({ signal }) => send(readSetup, { signal }),
  })
  const { data } = query
  if (query.isLoadingError) {
    return <LoadError title="We couldn’t check how the clinic is set up" query={query} />
  }
  if (!data) return null
  const done = STEPS.filter(({ key }) => data[key])
  const left = STEPS.filter(({ key }) => !data[key])
  if (left.length === 0) return null
  return (
    <Card className="mt-4">
      <section aria-labelledby="setup">
        <h2 id="setup" className="text-2xl">
          Set up the clinic: {done.length} of {STEPS.length} done
        </h2>
        <ul className="mt-2 grid gap-x-6 gap-y-2 md:grid-cols-2 xl:grid-cols-3">
          {left.map(({ key, label, hint, to, confirm }) => (
            <li key={key} className={`flex gap-2 ${key === 'website' ? 'col-span-full' : ''}`}>
              <Circle aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-muted" />
              <div className="min-w-0 grow">
                <p>
                  {to ? (
                    <InlineLink to={to}>{label}</InlineLink>
                  ) : (
                    <span className="font-bold">{label}</span>
                  )}
                  <span className="block text-sm text-muted">
                    {hint}
                    {confirm && ` ${shown(data.toConfirm[confirm])}`}
                  </span>
                  {confirm && <ConfirmStep step={confirm} label={label} />}
                </p>
                {key === 'website' && <FactLinks facts={data.facts} />}
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-2">
          Then open <InlineLink to="/dashboard/opening">online booking</InlineLink>.
        </p>
        {done.length > 0 && (
          <p className="mt-2 flex gap-2 text-muted">
            <Check aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-primary" />
            Done: {done.map(({ label }) => label).join(', ')}
          </p>
        )}
      </section>
    </Card>
  )
}
