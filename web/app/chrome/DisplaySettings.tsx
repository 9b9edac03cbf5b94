import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VisitsSetting } from '#web/app/visits/VisitsSetting.tsx'
import {
  type AccessibilitySettings,
  applySettings,
  keepSettings,
  keptSettings,
  usualSettings,
} from '#web/platform/accessibility/settings.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { words } from '#web/platform/ui/words.ts'
import { competitionsQuery } from '#web/seasons/competitions/queries.ts'
import styles from './DisplaySettings.module.css'

const fontSizes = [
  { value: 'default', label: 'Обычный, 100 %' },
  { value: 'large', label: 'Крупный, 125 %' },
  { value: 'xlarge', label: 'Очень крупный, 150 %' },
]

const contrasts = [
  { value: 'default', label: 'Обычные' },
  { value: 'theme-wb', label: 'Чёрным по белому' },
  { value: 'theme-bw', label: 'Белым по чёрному' },
  { value: 'theme-lb', label: 'Тёмно-синим по голубому' },
]

/** Looks that can be chosen on every page, with their titles for when no competition of the portal has them. */
const looks = [
  { code: 'politleaders_2', title: 'Лидеры политики' },
  { code: 'socialarchitects', title: 'Социальные архитекторы' },
  { code: 'apk_leaders', title: 'Лидеры АПК' },
]

interface Option {
  value: string
  label: string
}

/** The colours to choose from; a look has the title of its competition. */
function useThemes(): Option[] {
  const { data: competitions } = useQuery(competitionsQuery)
  const called = (code: string) => competitions?.find((competition) => competition.code === code)?.title
  return [
    ...contrasts,
    ...looks.map(({ code, title }) => ({ value: code, label: `Как у конкурса «${called(code) ?? title}»` })),
  ]
}

const named = (options: Option[], value: string) => options.find((option) => option.value === value)?.label ?? ''

/** The change in words, for screen readers. */
function inWords(part: Partial<AccessibilitySettings>, themes: Option[]): string {
  if (part === usualSettings) return 'Возвращён обычный вид'
  if (part.fontSize) return `Размер текста: ${named(fontSizes, part.fontSize)}`
  if (part.theme) return `Цвета: ${named(themes, part.theme)}`
  if (part.showImages !== undefined) return part.showImages ? 'Изображения показаны' : 'Изображения скрыты'
  return part.showControls ? 'Вспомогательные элементы показаны' : 'Вспомогательные элементы скрыты'
}

/** Text size, colours, pictures and controls. Every choice is applied at once and stored in this browser. */
export function DisplaySettings({ look, onClose }: { look: string; onClose: () => void }) {
  const [settings, setSettings] = useState(keptSettings)
  const [said, setSaid] = useState('')
  const themes = useThemes()
  const change = (part: Partial<AccessibilitySettings>) => {
    const next = { ...settings, ...part }
    setSettings(next)
    setSaid(inWords(part, themes))
    keepSettings(next)
    applySettings(next, look)
  }
  return (
    <div className={styles.settings}>
      <RadioGroup
        label="Размер текста"
        name="font-size"
        options={fontSizes}
        value={settings.fontSize}
        onChange={(fontSize) => change({ fontSize: fontSize as AccessibilitySettings['fontSize'] })}
      />
      <RadioGroup
        label="Цвета"
        name="colour-theme"
        options={themes}
        value={settings.theme}
        onChange={(theme) => change({ theme })}
      />
      <div className={styles.switches}>
        <Checkbox
          label="Показывать изображения"
          name="show-images"
          hint="Без них на месте картинок останутся подписи."
          value={settings.showImages}
          onChange={(showImages) => change({ showImages })}
        />
        <Checkbox
          label="Показывать элементы управления"
          name="show-controls"
          hint="Без них остаётся только нужное для чтения и этапов."
          value={settings.showControls}
          onChange={(showControls) => change({ showControls })}
        />
        <VisitsSetting />
      </div>
      <div className={styles.buttons}>
        <Button kind="secondary" size="s" onClick={() => change(usualSettings)}>
          Вернуть обычный вид
        </Button>
        <Button kind="quiet" size="s" onClick={onClose}>
          {words.close}
        </Button>
      </div>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </div>
  )
}
