import { componentChunk } from '#web/components/states/lazy-component.tsx'

/** The field for a text of the clinic, loaded on demand. */
export const richTextField = componentChunk(() => import('./rich-text-field.tsx'))
