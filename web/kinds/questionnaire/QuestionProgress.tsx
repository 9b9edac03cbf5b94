import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'

/** «Отвечено 12 из 48», «ещё около 7 минут» */
export function QuestionProgress({ answered, all, minutes }: { answered: number; all: number; minutes: number }) {
  const left = minutes > 0 ? `ещё около ${counted(minutes, 'минуты', 'минут', 'минут')}` : 'готово'
  return <ProgressBar label={`Отвечено ${outOf(answered, all)}`} value={answered} max={all} text={left} />
}
