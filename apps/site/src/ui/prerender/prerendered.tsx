import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

type Parts = Readonly<Record<string, ComponentType>>;

const PrerenderedParts = createContext<Parts | null>(null);

interface WithPrerenderedPartsProps {
  readonly parts: Parts;
  readonly children: ReactNode;
}

/** While prerendering: the parts that a browser loads late, or never. */
export function WithPrerenderedParts({ parts, children }: WithPrerenderedPartsProps) {
  return <PrerenderedParts value={parts}>{children}</PrerenderedParts>;
}

/** The part itself while prerendering; undefined in a browser. */
export function usePrerendered(name: string): ComponentType | undefined {
  return useContext(PrerenderedParts)?.[name];
}
