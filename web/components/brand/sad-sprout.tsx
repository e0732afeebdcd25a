import { SproutMark } from './sprout-mark.tsx'

/** A sprout that hangs its head: something failed. In the script, so that it needs no network. */
export function SadSprout() {
  return (
    <span className="grid size-24 place-items-center rounded-full bg-honey text-muted">
      <span className="origin-bottom rotate-30">
        <SproutMark size={52} />
      </span>
    </span>
  )
}
