import { SproutMark } from './sprout-mark.tsx'

/** A drooping sprout for failures. Part of the script, so that it needs no network. */
export function SadSprout() {
  return (
    <span className="grid size-24 place-items-center rounded-full bg-honey text-muted">
      <span className="origin-bottom rotate-30">
        <SproutMark size={52} />
      </span>
    </span>
  )
}
