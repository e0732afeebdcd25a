import type { Language } from '#words/languages.ts'
import { RECIPIENT } from '../content/examples.ts'
import { EMAIL_KINDS, type EmailSubject, exampleSubjects } from '../kinds/email-kinds.ts'

interface NamedSubject {
  name: string
  subject: EmailSubject
}

/** One email of each kind and variant. */
export const SUBJECTS: readonly NamedSubject[] = exampleSubjects({
  id: '0192f0c1-0000-7000-8000-000000000001',
  recipient: RECIPIENT,
})

/** Those to families, in another language. */
export const subjectsIn = (language: Language): readonly NamedSubject[] =>
  SUBJECTS.filter(({ subject }) => !EMAIL_KINDS[subject.kind].isForStaff).map(
    ({ name, subject }) => ({
      name,
      subject: { ...subject, recipient: { ...subject.recipient, language } },
    }),
  )
