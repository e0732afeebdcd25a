import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { useKeyDown } from '#web/lib/use-key-down.ts'
import { SEARCH_LOOK } from './workspace-frame.tsx'

const palette = componentChunk(() => import('./palette.tsx'))

/** The field in the top bar that opens the palette, like Ctrl or ⌘ with K, and `/`. */
export function PaletteField({ isForAdmins }: { isForAdmins: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  // Preloaded before a key opens it. A failure is shown when it is opened.
  useEffect(() => {
    palette.load().catch(() => undefined)
  }, [])
  useKeyDown((event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const isCommand = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
    const isElsewhere =
      target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null
    const isTyped = key.length === 1 && !ctrlKey && !metaKey && !altKey && !isElsewhere
    if (isOpen) {
      if (!isTyped) return
      // The palette's own field does not have the focus yet.
      event.preventDefault()
      setText((typed) => typed + key)
      return
    }
    if (!isCommand && !(isTyped && key === '/')) return
    // A dialog would be below it.
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    setOpen(true)
  })
  function close() {
    setOpen(false)
    setText('')
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
        className={SEARCH_LOOK}
      >
        <Search aria-hidden="true" size={16} className="shrink-0" />
        <span className="grow truncate">Find a family, page or action</span>
        <kbd className="hidden rounded border border-line px-1 text-xs sm:block">Ctrl K</kbd>
      </button>
      {isOpen && (
        <LazyComponent
          chunk={palette}
          props={{ isForAdmins, text, onType: setText, onClose: close }}
          waiting={null}
        />
      )}
    </>
  )
}
