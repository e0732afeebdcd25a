import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { IsoDate } from '#contract/dates.ts'
import type { QuickAppointment as QuickValues } from '#web/both/booking/address/quick-appointment.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { INERT_FORM } from '#web/components/forms/form-alert.tsx'
import { useOwnChoice } from '#web/lib/own-words.tsx'
import { keep } from '#web/lib/tab-storage.ts'
import * as words from '#words/en/site/home.ts'
import { useHomeWords } from './use-home-words.ts'

// `web/both/booking/address/quick-appointment.ts` reads it after the login.
const KEY = 'sprout.quick-appointment'

/** Shown until the clinic has named its own treatments. */
const SERVICES = ['Vaccinations/Immunizations', 'Nutrition Treatment']

/**
 * Name, date, service and phone, folded on phones. Nothing is validated or sent: it leads to the booking page
 * with the typed values (docs/requirements.md#quick-appointment-form).
 */
export function QuickAppointment() {
  const navigate = useNavigate()
  const choiceOf = useOwnChoice()
  const { treatments } = useHomeWords().treatments
  // The server-rendered page may be cached for days, so a focused field asks for the clinic's date.
  const [today, setToday] = useState<IsoDate>()
  const askToday = () => {
    if (today !== undefined) return
    readToday().then(setToday, () => undefined)
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const quick = readForm(event.currentTarget)
    keepQuickAppointment(quick)
    navigate('/appointment', { state: { quick } })
  }

  return (
    <section aria-labelledby="quick-title" className="bg-base-100">
      <div className="shell pt-6 pb-4 md:pt-8">
        <div className="leaf-end bg-leaf p-4 md:px-8 md:py-6">
          <div className="flex flex-wrap items-baseline gap-x-6">
            <h2 id="quick-title" className="text-2xl md:text-3xl">
              {words.quickAppointment}
            </h2>
            <p className="mt-1">{words.tellUs}</p>
          </div>
          <details className="phone-fold">
            <summary>{words.quickFields}</summary>
            <form
              {...INERT_FORM}
              onSubmit={onSubmit}
              onFocus={askToday}
              className="mt-1 grid items-end gap-3 md:mt-4 md:grid-cols-2 md:gap-4 lg:grid-cols-[1fr_1.2fr_1.3fr_1fr_auto]"
            >
              <TextField label={words.name} name="name" autoComplete="name" />
              <TextField label={words.date} name="date" type="date" min={today} />
              <SelectField
                label={words.service}
                name="service"
                placeholder={words.selectService}
                options={(treatments?.map(({ name }) => name) ?? SERVICES).map(choiceOf)}
              />
              <TextField label={words.phone} name="phone" type="tel" autoComplete="tel" />
              <Button type="submit" className="min-h-12 max-lg:col-span-full">
                {words.findTime}
              </Button>
            </form>
          </details>
        </div>
      </div>
    </section>
  )
}

/** Reads the quick form's fields, which are all texts. `FormData` leaves out a service that is not chosen. */
const readForm = (form: HTMLFormElement) =>
  ({ service: '', ...Object.fromEntries(new FormData(form)) }) as unknown as QuickValues

/** Keeps it in this tab, for after the login. */
export function keepQuickAppointment(quick: QuickValues): void {
  keep(KEY, quick)
}

/** The clinic's date. Nothing else on the home page needs the settings. */
async function readToday(): Promise<IsoDate> {
  const { loadConfig } = await import('#web/lib/api/config.ts')
  return (await loadConfig()).clinic.today
}
