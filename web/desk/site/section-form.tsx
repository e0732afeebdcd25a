import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { getClinic } from '#contract/clinic/clinic-calls.ts'
import type { FactName, SiteFact } from '#contract/site/fact-names.ts'
import { SECTION_TITLES, type Section } from '#contract/site/sections.ts'
import {
  type SiteChange,
  type SiteSection,
  type SiteState,
  siteChange,
  siteSection,
} from '#contract/site/site.ts'
import { changeSite } from '#contract/site/site-calls.ts'
import { toPublicWords } from '#contract/site/to-public.ts'
import { PROVEN, unconfirmedIn, type Words, withoutFact } from '#contract/site/unconfirmed.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { SaveBar } from '#web/components/forms/save-bar.tsx'
import { StaleAlert } from '#web/components/forms/stale-alert.tsx'
import { useStaleSave } from '#web/components/forms/use-stale-save.ts'
import { toast } from '#web/components/toasts.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { send } from '#web/lib/api/send.ts'
import { useClinic, useShowClinic } from '#web/lib/clinic.tsx'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { FIELDS } from './fields.ts'
import { type PreviewProps, siteOptions } from './site-api.ts'
import { WordsField } from './words-field.tsx'

interface SectionFormProps {
  state: SiteSection
  site: SiteState
  Preview: ComponentType<PreviewProps>
}

/** The form's values, saved or not. */
interface Draft {
  words: Words
  confirmed: readonly FactName[]
}

/** The form for the words of one section, with its unconfirmed facts. */
export function SectionForm({ state, site, Preview }: SectionFormProps) {
  const { section, version } = state
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { saving, theirs = [], submit } = useSaveSection(state)
  const form = useRef<HTMLFormElement>(null)
  const failure = useRef<HTMLDivElement>(null)
  const saved: Draft = state
  const words = { ...saved.words, ...typed.words }
  const { confirmed = saved.confirmed } = typed
  const shown: Draft = { words, confirmed }
  const isDirty = textOf(shown) !== textOf(saved)
  const readOnly = saving.isPending
  useUnsavedChanges(isDirty)

  useEffect(() => {
    if (saving.error) failure.current?.focus()
  }, [saving.error])
  useEffect(() => {
    if (Object.keys(errors).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    }
  }, [errors])

  /**
   * Stores only the differences from the saved words, so that the rest follows other admins'
   * changes.
   */
  function edit({ words: edited, confirmed }: Draft) {
    const changed = Object.entries(edited).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved.words[name]),
    )
    setTyped({ words: Object.fromEntries(changed), confirmed })
  }

  /** Saves the form's values, if they are valid. */
  function save(draft: Draft) {
    if (readOnly) return
    edit(draft)
    const wanted = { section, version, words: withoutBlanks(draft.words) }
    const checked = siteChange.safeParse({ ...wanted, confirmed: draft.confirmed })
    // If a field has several problems, the first is shown.
    const problems = (checked.error?.issues ?? [])
      .toReversed()
      .map(({ path, message }) => [path.slice(1).join('.'), message])
    setErrors(Object.fromEntries(problems))
    if (checked.data) submit(checked.data, () => setTyped({}))
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    save(shown)
  }

  function discard() {
    setTyped({})
    setErrors({})
    saving.reset()
  }

  const change = (name: string, value: unknown): Draft => ({
    ...shown,
    words: { ...words, [name]: value },
  })
  const present = { ...state, words, confirmed } as SiteSection
  const open = unconfirmedIn(present, site.facts).map(({ fact }) => fact)
  const facts = site.facts.filter(({ fact }) => open.includes(fact))
  return (
    <div className="grid min-w-0 gap-6">
      <form
        ref={form}
        noValidate
        aria-label={SECTION_TITLES[section]}
        onSubmit={onSubmit}
        className="grid min-w-0 gap-4"
      >
        {facts.length > 0 && (
          <Facts
            section={section}
            facts={facts}
            readOnly={readOnly}
            onConfirm={(names) => ({ ...shown, confirmed: [...confirmed, ...names] })}
            onHide={(fact) => edit({ ...shown, words: withoutFact(words, fact) })}
            onChange={edit}
            onSave={save}
          />
        )}
        <Card className="grid gap-5">
          {FIELDS[section].map((spec) => (
            <WordsField
              key={spec.name}
              spec={spec}
              path={spec.name}
              value={words[spec.name]}
              errors={errors}
              readOnly={readOnly}
              onChange={(value) => edit(change(spec.name, value))}
              // Removing a testimonial saves at once, unless other changes are unsaved.
              onRemove={
                section === 'testimonials' && !isDirty
                  ? (value) => save(change(spec.name, value))
                  : undefined
              }
            />
          ))}
        </Card>
        {errors[''] && <FormAlert>{errors['']}</FormAlert>}
        {saving.error && (
          <div ref={failure} tabIndex={-1} className="outline-none">
            {theirs.length > 0 ? (
              <StaleAlert changes={theirs} />
            ) : (
              <FormAlert>{saving.error.message}</FormAlert>
            )}
          </div>
        )}
        <SaveBar isDirty={isDirty} busy={readOnly} onDiscard={discard} />
      </form>
      <SectionPreview state={present} site={site} Preview={Preview} />
    </div>
  )
}

interface FactsProps {
  section: Section
  facts: readonly SiteFact[]
  readOnly: boolean
  /** The form's values with these facts confirmed. */
  onConfirm: (facts: readonly FactName[]) => Draft
  onHide: (fact: SiteFact) => void
  onChange: (draft: Draft) => void
  onSave: (draft: Draft) => void
}

/** The facts of a section that no admin has written, confirmed or hidden. */
function Facts({ section, facts, readOnly, onConfirm, onHide, onChange, onSave }: FactsProps) {
  const isProven = PROVEN.includes(section)
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Not confirmed</h2>
      <p>
        The site came with these texts. Are they true of your clinic?{' '}
        {isProven
          ? 'If so, fill in the source or the permission, and save. If not, correct or hide them.'
          : 'If not, correct or hide them.'}
      </p>
      <ul className="grid gap-3">
        {facts.map((one) => (
          <li
            key={one.fact}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <div className="min-w-0 max-w-xl">
              <p className="font-bold">{one.label}</p>
              {one.says.map((text) => (
                <p key={text} className="text-sm text-muted">
                  {text}
                </p>
              ))}
            </div>
            <span className="flex flex-wrap gap-2">
              {!isProven && (
                <Button
                  look="secondary"
                  disabled={readOnly}
                  onClick={() => onChange(onConfirm([one.fact]))}
                >
                  Confirm <span className="sr-only">{one.label}</span>
                </Button>
              )}
              <Button look="quiet" disabled={readOnly} onClick={() => onHide(one)}>
                Hide <span className="sr-only">{one.label}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {!isProven && (
        <div>
          <Button busy={readOnly} onClick={() => onSave(onConfirm(facts.map(({ fact }) => fact)))}>
            Use these words
          </Button>
        </div>
      )}
    </Card>
  )
}

function SectionPreview({ state, site, Preview }: SectionFormProps) {
  const { name: clinicName } = useClinic()
  const words = toPublicWords({ ...state, words: withoutBlanks(state.words) } as SiteSection, {
    clinicName,
    treatments: () => site.treatments,
    doctors: () => site.doctors,
  })
  return (
    <section aria-labelledby="preview" className="grid gap-3">
      <h2 id="preview" className="text-xl">
        Preview
      </h2>
      <Preview section={state.section} words={words} />
    </section>
  )
}

/** Saves a section and shows it on the whole site. */
function useSaveSection(state: SiteSection) {
  const queries = useQueryClient()
  const showClinic = useShowClinic()
  return useStaleSave({
    state,
    schema: siteSection,
    save: (body: SiteChange) => send(changeSite, { params: { section: state.section }, body }),
    show: (current) =>
      queries.setQueryData(
        siteOptions().queryKey,
        (site) => site && { ...site, sections: site.sections.map((one) => replaced(one, current)) },
      ),
    onSaved: () => {
      toast.success('The words are saved')
      void queries.invalidateQueries({ queryKey: TODO_KEY })
      // The next page that loads shows it, too.
      send(getClinic, {}).then(showClinic, () => undefined)
    },
    textsOf,
  })
}

const replaced = (one: SiteSection, current: SiteSection) =>
  one.section === current.section ? current : one

/** The texts of a section by field label, for a comparison. */
function textsOf({ section, words }: SiteSection): Record<string, string> {
  const known: Words = words
  return Object.fromEntries(FIELDS[section].map(({ name, label }) => [label, listOf(known[name])]))
}

/** A value as text: rows and items separated by commas. */
function listOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(listOf).join(', ')
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(String).join(' ')
    : String(value)
}

/** Without blank lines in fields that are lists. */
function withoutBlanks(words: Words): Words {
  const kept = Object.entries(words).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? value.filter((item) => typeof item !== 'string' || item.trim() !== '')
      : value,
  ])
  return Object.fromEntries(kept)
}

const textOf = ({ words, confirmed }: Draft) =>
  JSON.stringify([withoutBlanks(words), confirmed.toSorted()])
