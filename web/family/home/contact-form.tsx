import { phoneLink } from '#contract/clinic/clinic-details.ts'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import { INERT_FORM } from '#web/components/forms/form-alert.tsx'
import picture from '#web/illustrations/calendar-evening.svg'
import { useClinic } from '#web/lib/clinic.tsx'
import * as words from '#words/en/site/home.ts'

/** Its Submit button does nothing; with a mail server, a link leads to the contact page: docs/requirements.md#home-page. */
export function ContactForm() {
  const clinic = useClinic()
  return (
    <section aria-label={words.contact} className="bg-base-100">
      <div className="shell section grid gap-5 md:grid-cols-2 md:gap-10 lg:gap-16">
        <div>
          <SectionHeading
            eyebrow={words.contact}
            title={words.onYourMind}
            text={words.noQuestionTooSmall}
          />
          <a
            href={phoneLink(clinic)}
            className="mt-2 inline-flex min-h-11 items-center text-2xl font-extrabold text-primary underline-offset-4 [&[href]]:underline"
          >
            {clinic.phone}
          </a>
          <Illustration
            src={picture}
            width={520}
            height={560}
            className="leaf mt-3 hidden w-40 lg:block"
          />
        </div>
        {clinic.takesMessages ? (
          <div className="content-center">
            <ButtonLink to="/contactus">{words.sendMessage}</ButtonLink>
          </div>
        ) : (
          <form
            {...INERT_FORM}
            onSubmit={(event) => event.preventDefault()}
            className="grid content-start gap-3 rounded-box lg:grid-cols-2 bg-base-200 p-4 md:px-8 md:py-6"
          >
            <TextField label={words.emailAddress} name="email" type="email" autoComplete="email" />
            <TextField label={words.subject} name="subject" />
            <div className="col-span-full">
              <TextAreaField label={words.message} name="message" rows={3} />
            </div>
            <div>
              <Button type="submit">{words.submit}</Button>
            </div>
          </form>
        )}
      </div>
    </section>
  )
}
