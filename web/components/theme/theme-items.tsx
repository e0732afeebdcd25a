import Check from 'lucide-react/icons/check'
import { MENU_ITEM } from '../people/avatar-menu.tsx'
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useThemeChoice } from './theme.ts'

const LABELS: Record<ThemeChoice, string> = {
  light: 'Light theme',
  dark: 'Dark theme',
  system: 'Theme of the device',
}

/** Light, dark, or the device's theme, as items of a menu. */
export function ThemeItems() {
  const chosen = useThemeChoice()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu has no fieldsets.
    <div role="group" aria-label="Color theme" className="my-1 border-y border-base-300 py-1">
      {THEME_CHOICES.map((choice) => (
        <button
          key={choice}
          type="button"
          role="menuitemradio"
          aria-checked={chosen === choice}
          onClick={() => chooseTheme(choice)}
          className={`${MENU_ITEM} flex cursor-pointer items-center gap-2`}
        >
          <span className="grow">{LABELS[choice]}</span>
          {chosen === choice && <Check aria-hidden="true" size={18} />}
        </button>
      ))}
    </div>
  )
}
