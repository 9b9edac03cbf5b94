/** How a person came into a competition: to take part, or to support others. */
export type Door = 'participant' | 'supporter'
