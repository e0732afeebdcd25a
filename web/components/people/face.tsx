import { faceInitials, type Tint, tintOf } from '#contract/guardians/face.ts'

interface FaceProps {
  /** The child's id, which determines the color. */
  id: string
  name: string
  /** xs: in dense rows; sm: in lines and pills; md: beside headings. */
  size?: 'xs' | 'sm' | 'md' | undefined
}

const TINT_CLASSES: Record<Tint, string> = {
  leaf: 'bg-leaf',
  peach: 'bg-peach',
  honey: 'bg-honey',
  sky: 'bg-sky',
  lilac: 'bg-lilac',
  rose: 'bg-rose',
  aqua: 'bg-aqua',
}

const SIZES = { xs: 'size-6 text-[0.65rem]', sm: 'size-7 text-xs', md: 'size-12 text-lg' }

interface FacesProps extends Pick<FaceProps, 'size'> {
  of: readonly { _id: string; name: string }[]
}

/** The faces of children who come together; nothing for an account holder. */
export function Faces({ of, size }: FacesProps) {
  if (of.length === 0) return null
  return (
    <span className="flex shrink-0 -space-x-1.5">
      {of.map(({ _id, name }) => (
        <Face key={_id} id={_id} name={name} size={size} />
      ))}
    </span>
  )
}

/**
 * A child's initials on its color. Decorative, because the name is next to it: the initials are no text that
 * a label or a copied line would contain.
 */
export function Face({ id, name, size = 'sm' }: FaceProps) {
  return (
    <span
      aria-hidden="true"
      data-initials={faceInitials(name)}
      className={`inline-grid before:content-[attr(data-initials)] shrink-0 place-items-center rounded-full border border-line/40 leading-none font-extrabold text-base-content ${SIZES[size]} ${TINT_CLASSES[tintOf(id)]}`}
    />
  )
}
