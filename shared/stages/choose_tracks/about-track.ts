/** A sentence of a gate, which speaks of a stage, as one about a track. */
export const aboutTrack = (sentence: string): string =>
  sentence.replace(/^Этап (?=открыт |проходит |закрыт |для )/, 'Трек ').replace('этап не проходит', 'трек не проходит')
