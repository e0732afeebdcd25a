import { RECIPIENT } from '../content/examples.ts'
import { type EmailSubject, exampleSubjects } from '../kinds/email-kinds.ts'

/** One email of each kind and variant. */
export const SUBJECTS: readonly { name: string; subject: EmailSubject }[] = exampleSubjects({
  id: '0192f0c1-0000-7000-8000-000000000001',
  recipient: RECIPIENT,
})
