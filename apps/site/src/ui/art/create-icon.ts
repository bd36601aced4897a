import { createElement, type SVGProps } from 'react';

interface IconData {
  readonly node: readonly (readonly [
    tag: string,
    attributes: Readonly<Record<string, string | number>>,
  ])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Side in pixels. @default 24 */
  readonly size?: number | string;
}

/** Replaces lucide-react's `createLucideIcon` in a built site. */
export default function createIcon({ node }: IconData) {
  return ({ size = 24, ...props }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
