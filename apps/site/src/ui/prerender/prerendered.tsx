import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

type Components = Readonly<Record<string, ComponentType>>;

const PrerenderedComponents = createContext<Components | null>(null);

interface WithPrerenderedComponentsProps {
  readonly components: Components;
  readonly children: ReactNode;
}

/** While prerendering: the components that a browser loads lazily, or never. */
export function WithPrerenderedComponents({
  components,
  children,
}: WithPrerenderedComponentsProps) {
  return <PrerenderedComponents value={components}>{children}</PrerenderedComponents>;
}

/** The component itself while prerendering; undefined in a browser. */
export function usePrerendered(name: string): ComponentType | undefined {
  return useContext(PrerenderedComponents)?.[name];
}
