import { useQuery } from '@tanstack/react-query'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { calibrationQuery, type Result, setReference, useShowCalibration } from './panel-queries.ts'
import { ReferenceDialog } from './ReferenceDialog.tsx'

interface ReferenceOfProps {
  place: StagePanelProps
  work: Pick<Result, 'work_id' | 'name'>
  onClose: () => void
}

/** The dialog that makes a work of a judged stage a reference. */
export function ReferenceOf({ place, work: { work_id: id, name }, onClose }: ReferenceOfProps) {
  const { data } = useQuery(calibrationQuery(place))
  const show = useShowCalibration(place)
  if (!data) return null
  return (
    <ReferenceDialog
      name={name}
      whom="Эксперт"
      criteria={data.criteria}
      known={data.references.find(({ work_id }) => work_id === id)}
      save={async (reference) => show(await setReference(place, id, reference))}
      onClose={onClose}
    />
  )
}
