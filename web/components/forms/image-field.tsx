import ImageUp from 'lucide-react/icons/image-up'
import { type ChangeEvent, type Ref, useEffect, useId, useState } from 'react'
import { IMAGE_TYPES, imageFile } from '#contract/images/images.ts'
import * as words from '#words/en/families/components.ts'
import * as frame from '#words/en/frame.ts'
import { Button } from '../button.tsx'
import { describedBy, FieldFrame, type FieldProps } from './fields.tsx'

interface ImageFieldProps extends FieldProps {
  /** The chosen file; null for none. */
  value: File | null
  /** Not called with a file that the server would refuse. */
  onChange: (file: File | null) => void
  onBlur?: () => void
  /** Receives the focus when the form reports a missing file. */
  ref?: Ref<HTMLInputElement>
  /** URL of the current image, shown while no file is chosen. */
  current?: string | null
  /** Offers to remove the current photo. */
  onRemove?: () => void
  /** Upload progress from 0 to 1; null when no upload is running. */
  progress?: number | null
  /** Shows the image as a circle, for a user's own photo. */
  round?: boolean
}

/**
 * Chooses an image by click or drop and shows it and its upload progress. Works with
 * react-hook-form's `Controller`: `<ImageField label="Photo" {...field} error={…} />`.
 */
export function ImageField({
  label,
  hint,
  error,
  value,
  onChange,
  onBlur,
  ref,
  current = null,
  onRemove,
  progress = null,
  round = false,
}: ImageFieldProps) {
  const id = useId()
  const preview = usePreview(value)
  const [problem, setProblem] = useState<string>()
  const shape = round ? 'rounded-full' : 'leaf'
  const sending = progress !== null
  const message = sending ? undefined : (problem ?? error)

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Lets the same file be chosen again after its removal.
    target.value = ''
    if (!file) return
    const refusal = imageProblem(file)
    setProblem(refusal)
    if (!refusal) onChange(file)
  }

  function takeOut() {
    setProblem(undefined)
    onChange(null)
  }

  return (
    <FieldFrame id={id} label={label} hint={hint} error={message}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Preview src={preview ?? current} className={shape} />
        <div className="grid min-w-44 flex-1 gap-2">
          <div className="relative grid min-h-18 place-items-center rounded-2xl border-[1.5px] border-dashed border-line bg-base-100 px-4 py-3 text-center has-enabled:hover:bg-leaf has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-primary has-aria-invalid:border-error">
            <span aria-hidden="true">
              <span className="font-bold underline underline-offset-4">
                {value || current ? words.chooseDifferentPhoto : words.choosePhoto}
              </span>{' '}
              <span className="text-muted pointer-coarse:hidden">{words.orDropItHere}</span>
            </span>
            <input
              ref={ref}
              id={id}
              type="file"
              accept={IMAGE_TYPES.join()}
              disabled={sending}
              onChange={choose}
              onBlur={onBlur}
              {...describedBy(id, { error: message, hint })}
              className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
            />
          </div>
          {value && (
            <div className="flex min-h-11 min-w-0 items-center justify-between gap-3">
              <p className="min-w-0 text-sm text-muted">
                <span className="block truncate">{value.name}</span> {sizeInWords(value.size)}
              </p>
              <Button look="quiet" disabled={sending} onClick={takeOut} className="shrink-0 px-4">
                {frame.remove}
              </Button>
            </div>
          )}
          {!value && current && onRemove && (
            <Button
              look="quiet"
              disabled={sending}
              onClick={onRemove}
              className="justify-self-start px-4"
            >
              {words.removePhoto}
            </Button>
          )}
          {sending && <Progress of={progress} />}
        </div>
      </div>
    </FieldFrame>
  )
}

function Preview({ src, className }: { src: string | null; className: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  const frame = `grid size-24 shrink-0 place-items-center overflow-hidden bg-leaf ${className}`
  return (
    <div aria-hidden="true" className={frame}>
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          width={96}
          height={96}
          referrerPolicy="no-referrer"
          onError={() => setBroken(src)}
          className="size-full object-cover"
        />
      ) : (
        <ImageUp size={30} className="text-primary" />
      )}
    </div>
  )
}

function Progress({ of: sent }: { of: number }) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {/* Everything is sent; the server is checking it. */}
        {sent < 1 ? words.uploading : words.processingPhoto}
      </label>
      <progress
        id={id}
        max={100}
        value={Math.round(sent * 100)}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-leaf [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-leaf [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  )
}

/** An object URL for a local file. */
function usePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<{ file: File; url: string } | null>(null)

  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setPreview({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])

  return preview && preview.file === file ? preview.url : null
}

/** Why the server would refuse the file, if the browser can tell; undefined otherwise. */
function imageProblem(file: File): string | undefined {
  return imageFile.safeParse(file).error?.issues[0]?.message
}

/** Formats bytes: '820 KB', '3.4 MB'. */
export function sizeInWords(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(Math.round(kilobytes), 1)} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}
