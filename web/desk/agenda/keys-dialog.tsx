import { Dialog } from '#web/components/dialog.tsx'
import { Shortcuts } from '#web/desk/help/shortcuts.tsx'

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <Shortcuts />
    </Dialog>
  )
}
