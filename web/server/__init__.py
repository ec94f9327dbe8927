"""The page's HTTP server: connections with limits, fair turns for requests, live streams without threads.

h11 reads and writes HTTP, asyncio moves the bytes, the application behind is plain WSGI. What is here decides who gets
how much: of connections, of time, of memory, of the processor.
"""
