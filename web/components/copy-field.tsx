import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './forms/fields.tsx'

/** A text to copy, such as an address or a key. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const [state, setState] = useState<'copied' | 'refused' | null>(null)
  async function copy() {
    // Browsers refuse it without a secure connection; then the text is selected for copying by hand.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setState(isCopied ? 'copied' : 'refused')
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow">
        <TextField
          label={label}
          value={text}
          readOnly
          onFocus={({ target }) => target.select()}
          className="font-mono text-sm"
        />
      </div>
      <Button look="secondary" onClick={() => void copy()}>
        Copy <span className="sr-only">{label}</span>
      </Button>
      <p role="status" className="w-full text-sm text-muted empty:hidden">
        {state === 'copied' && 'Copied.'}
        {state === 'refused' && 'Your browser didn’t allow it. Select the text and copy it.'}
      </p>
    </div>
  )
}
