import type { FormEvent } from 'react'
import { InfoCards } from '#web/components/brand/clinic-contact.tsx'
import { Breadcrumb } from '#web/components/breadcrumb.tsx'
import { Button } from '#web/components/button.tsx'
import { TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import { INERT_FORM } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { useOwnTexts } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/about.ts'
import * as defaults from '#words/en/site/defaults/about.ts'
import { MessageForm } from './message-form.tsx'

/** docs/requirements.md#contact-page */
export default function ContactPage() {
  const { takesMessages, words: typed } = useClinic()
  const introduction = useOwnTexts(typed?.about?.contact)
  const Form = takesMessages ? MessageForm : ShownForm
  return (
    <div className="shell pt-6 pb-20">
      <Breadcrumb here={words.contactUs} />
      <div className="mt-4 grid gap-10 lg:grid-cols-[1fr_1.1fr] lg:gap-20">
        <div>
          <PageTitle className="md:text-6xl">{words.contactUs}</PageTitle>
          <p className="mt-5 text-lg text-muted">
            {introduction ?? (takesMessages ? defaults.contact : defaults.call)}
          </p>
          <div className="mt-8 [&_ul]:lg:grid-cols-1 [&_ul]:lg:gap-4">
            <InfoCards />
          </div>
        </div>
        <Form className="leaf-end grid content-start gap-5 bg-base-100 p-6 shadow-soft md:p-10" />
      </div>
    </div>
  )
}

/** Without a mail server: Send Message shows a toast and sends nothing. */
function ShownForm({ className }: { className: string }) {
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.currentTarget.reset()
    toast.success(words.sent)
  }
  return (
    <form {...INERT_FORM} onSubmit={onSubmit} className={className}>
      <TextField label={words.name} name="name" autoComplete="name" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={words.email} name="email" type="email" autoComplete="email" />
        <TextField label={words.phone} name="phone" type="tel" autoComplete="tel" />
      </div>
      <TextAreaField label={words.query} name="query" rows={7} />
      <div>
        <Button type="submit">{words.sendMessage}</Button>
      </div>
    </form>
  )
}
