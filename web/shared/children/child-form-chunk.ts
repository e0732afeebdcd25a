import { componentChunk } from '#web/components/states/lazy-component.tsx'

/** Only a form needs the form library. */
export const childForm = componentChunk(() => import('#web/shared/children/child-form.tsx'))
