import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'

// The photo may load after the rest.
const doctorFace = componentChunk(() => import('./doctor-face.tsx'))

/** The photo of a doctor who is known by name, in a circle. */
export function DoctorPlace({ name, className }: { name: string; className: string }) {
  return (
    <span className={`inline-block shrink-0 ${className}`}>
      <LazyComponent
        chunk={doctorFace}
        props={{ name }}
        waiting={<span className="skeleton block aspect-square rounded-full" />}
      />
    </span>
  )
}
