"""The strongly connected parts of a graph, by Tarjan's algorithm without recursion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

__all__ = ["parts_of"]


def parts_of(graph: Mapping[bytes, Sequence[bytes]]) -> dict[bytes, int]:
    """For each node the number of its part: two nodes are in one part if each can be reached from the other.

    :param graph: what follows each node; whatever is not a key itself is left out.
    """
    order: dict[bytes, int] = {}
    lowest: dict[bytes, int] = {}
    part: dict[bytes, int] = {}
    open_nodes: list[bytes] = []
    for root in graph:
        if root in order:
            continue
        work: list[tuple[bytes, Iterator[bytes]]] = [(root, iter(graph[root]))]
        order[root] = lowest[root] = len(order)
        open_nodes.append(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in graph:
                    continue
                if other not in order:
                    order[other] = lowest[other] = len(order)
                    open_nodes.append(other)
                    work.append((other, iter(graph[other])))
                    break
                if other not in part:
                    lowest[node] = min(lowest[node], order[other])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == order[node]:
                    while node not in part:
                        part[open_nodes.pop()] = order[node]
    return part
