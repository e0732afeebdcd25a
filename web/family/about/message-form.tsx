import { type FormEvent, useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert, INERT_FORM } from '#web/components/forms/form-alert.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { ChunkLoadError, loadChunk } from '#web/lib/load-chunk.ts'
import { whyNotLoaded } from '#words/en/loading.ts'
import * as words from '#words/en/site/about.ts'
import { notForEmergencies } from '#words/en/site/about-sentences.tsx'
import type { FormErrors } from './send-message.ts'

/** The contact page's form where messages reach the clinic: docs/requirements.md#messages. */
export function MessageForm({ className }: { className: string }) {
  const clinic = useClinic()
  const [errors, setErrors] = useState<FormErrors>({})
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function submit(form: HTMLFormElement) {
    setSending(true)
    setProblem(undefined)
    try {
      const { sendMessage } = await loadChunk(() => import('./send-message.ts'))
      const found = await sendMessage(new FormData(form))
      setErrors(found ?? {})
      if (found) {
        // The first field with a message.
        const fields = [...form.elements].filter((field) => field instanceof HTMLElement)
        fields.find((field) => Object.hasOwn(found, field.getAttribute('name') ?? ''))?.focus()
      } else {
        form.reset()
        toast.success(words.sent)
      }
    } catch (error) {
      setErrors({})
      setProblem(problemOf(error))
    } finally {
      setSending(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isSending) void submit(event.currentTarget)
  }

  return (
    <form {...INERT_FORM} aria-label={words.contactUs} onSubmit={onSubmit} className={className}>
      <TextField label={words.name} name="name" autoComplete="name" error={errors.name} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="email"
          error={errors.email}
        />
        <TextField
          label={words.phoneOptional}
          name="phone"
          type="tel"
          autoComplete="tel"
          error={errors.phone}
        />
      </div>
      <TextAreaField label={words.query} name="query" rows={7} error={errors.query} />
      {problem && <FormAlert>{words.notSent(problem)}</FormAlert>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={isSending}>
          {words.sendMessage}
        </Button>
        <p>
          {notForEmergencies(<PhoneLink of={clinic} className="font-bold whitespace-nowrap" />)}
        </p>
      </div>
    </form>
  )
}

function problemOf(error: unknown): string {
  if (error instanceof ChunkLoadError) return whyNotLoaded
  return error instanceof Error ? error.message : words.pleaseTryAgain
}
