import { useRef, useState } from 'react'
import { uploadPicture } from '../../../lib/api/upload.ts'

/**
 * Uploads a doctor's picture. `progress` says how much of it has been sent, from 0 to 1; null
 * when none is being sent.
 */
export function usePictureUpload() {
  const [progress, setProgress] = useState<number | null>(null)
  // A picture that has arrived need not be sent again because something else was refused.
  const arrived = useRef<{ file: File; img: string } | null>(null)

  /** Resolves to the picture's address; throws `ApiError`. */
  async function upload(file: File): Promise<string> {
    if (arrived.current?.file === file) return arrived.current.img
    setProgress(0)
    try {
      const img = await uploadPicture('/images', file, { onProgress: setProgress })
      arrived.current = { file, img }
      return img
    } finally {
      setProgress(null)
    }
  }

  /** The picture that has arrived cannot be used: the next try sends it again. */
  function forget() {
    arrived.current = null
  }

  return { progress, upload, forget }
}
