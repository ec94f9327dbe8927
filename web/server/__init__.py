"""The page's HTTP server: limited connections, fair turns for requests, live streams without threads.

h11 parses HTTP, asyncio moves the bytes, and the application is plain WSGI. This package divides connections, time, memory and
the processor among clients.
"""
