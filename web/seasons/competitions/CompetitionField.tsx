import type { ComponentPropsWithRef } from 'react'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { lookOf } from '#web/seasons/themes/themes.ts'
import { useCompetition } from './queries.ts'

/** The colour field with the drawing of the competition in the address. */
export function CompetitionField(props: ComponentPropsWithRef<'div'>) {
  return <ColourField {...props} backdrop={<LookDrawing look={lookOf(useCompetition())} />} />
}
