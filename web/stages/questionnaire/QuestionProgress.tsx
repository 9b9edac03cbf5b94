import { counted } from '#shared/time/plural.ts'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'

/** «12 из 48, осталось около 7 минут» */
export function QuestionProgress({ answered, all, minutes }: { answered: number; all: number; minutes: number }) {
  const left = minutes > 0 ? `, осталось около ${counted(minutes, 'минуты', 'минут', 'минут')}` : ''
  return <ProgressBar label="Отвечено" value={answered} max={all} text={`${answered} из ${all}${left}`} />
}
